/** A finished game of two, to look at before one's own. */

/** @param {[string, string]} names @returns {import("./table.js").Table} */
export const exampleTable = ([first, second]) => ({
  beach: "right",
  island: ["JJLLS", "JMLSS", "MMLSS", "JMMSJ", "JJLLM"],
  players: [
    {
      name: first,
      parchment: ["JJLLS", "JMLSS", "MMLMS", "JMMSJ", "SJLLM"],
      meeple: "C3",
      claims: ["D2", "C2"],
      presumptions: [{ card: 9 }, { card: 3, terrain: "lagoon" }],
    },
    {
      name: second,
      parchment: ["JJLSS", "JJMSS", "MMMSS", "JM.SJ", "JJLLL"],
      meeple: "B4",
      claims: ["B3"],
      presumptions: [{ card: 17 }, { card: 23 }],
    },
  ],
  variants: {},
  rulings: {},
});
