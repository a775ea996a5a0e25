/** A finished game of two, to look at before one's own. */

/** @param {[string, string]} names @returns {import("./table.js").Table} */
export const exampleTable = ([first, second]) => ({
  game: "cartographers",
  map: "A",
  season: "winter",
  decrees: { A: "greenbough", B: "mages_valley", C: "wildholds", D: "lost_barony" },
  ambushes: ["kobold_onslaught", "goblin_attack", "bugbear_assault", "gnoll_raid"],
  players: [
    {
      name: first,
      coins: 9,
      stars: [],
      drawn: [
        "F.AW.W.A.AA",
        "A.A.WWVAAMM",
        "AV.WWVVA.F.",
        "VV..MMMFFMM",
        "VVVVM.MM.F.",
        ".WWWW.FWMFF",
        "..VVVVFWWMF",
        ".FAAAFF.WWF",
        ".F.AMFWWWWV",
        ".FFMMMW.WVV",
        "..FFWWW.W.V",
      ],
      seasons: [
        { season: "spring", decrees: [6, 9], coins: 2, monsters: -2, written: 15 },
        { season: "summer", decrees: [19, 0], coins: 5, monsters: -1, written: 23 },
        { season: "autumn", decrees: [8, 12], coins: 7, monsters: -9, written: 18 },
      ],
    },
    {
      name: second,
      coins: 12,
      stars: [],
      drawn: [
        "WWWWAW..A..",
        "V.W.AWMMA.V",
        "V.WWWWMW.VV",
        "VFW..WMMVVV",
        "VFF.WW.F..V",
        "MMFWW.F.VVM",
        "..FWWWFFVMW",
        "MMFWFFF.MWW",
        "AA.WMAAAWWV",
        ".FFMMMA.AVV",
        "..FFFF.AAAV",
      ],
      seasons: [
        { season: "spring", decrees: [6, 11], coins: 1, monsters: -2, written: 16 },
        { season: "summer", decrees: [21, 0], coins: 5, monsters: -1, written: 25 },
        { season: "autumn", decrees: [8, 12], coins: 8, monsters: -9, written: 19 },
      ],
    },
  ],
  rulings: {},
});
