// Scores a table of Maps of Misterra with a client made by openapi-typescript: url, table.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };

const [url, table] = process.argv.slice(2);
const body: components["schemas"]["MisterraSnapshot"] = JSON.parse(table!);
const { data, error } = await createClient<paths>({ baseUrl: url }).POST("/v1/misterra/scores", {
  body,
});
if (!data) throw new Error(JSON.stringify(error));
for (const { name, total, subtotals } of data.players) {
  console.log(`${name} ${total} ${subtotals.fidelity}`);
}
