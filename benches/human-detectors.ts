/**
 * Claim: what the mechanical detectors find, and where they are wrong, on text by people. Faults are planted in one recorded
 * evening (CRD3, C2E031); another one lends its secrets. `rehearse bench detectors` does the same on house text.
 *
 *     REHEARSE_DATA=DIR node benches/human-detectors.ts      (DIR holds crd3, which is not shipped)
 */
import { join } from "node:path";
import { alarmsIn, scoreDetectors } from "../src/playtest/fault-bench/detector-rates.ts";
import { operators, plantFaults } from "../src/playtest/fault-bench/planted-faults.ts";
import { humanTable } from "../tests/support/playtest/human-table.ts";
import { fixed, printHeader, printTable } from "./measure.ts";

const data = process.env.REHEARSE_DATA;
if (data === undefined) {
  console.error("Usage: REHEARSE_DATA=DIR node benches/human-detectors.ts (DIR must hold crd3)");
  process.exit(2);
}
printHeader("Mechanical detectors on one evening of human play (95 % intervals of Wilson)");
const evening = await humanTable(join(data, "crd3/C2E031.json"), join(data, "crd3/C1E001.json"));
// Without a guide there are no beats, so turns without one cannot be counted.
const possible = operators.filter(({ expects }) => expects !== "stuck");
const tried = await plantFaults([evening], { operators: possible, copies: 40 });
const { operators: planted, detectors } = scoreDetectors({ transcripts: [evening], tried });
const shown = (value: number | null) => (value === null ? "-" : fixed(value, 3));
const between = (bounds: readonly number[] | null) =>
  bounds?.map((bound) => fixed(bound, 2)).join("-") ?? "-";
printTable(
  ["planted", "found as", "of", "found", "recall", "95 %"],
  planted
    .filter((score) => score.planted > 0)
    .map(({ name, expects, planted, hits, recall, interval }) => [
      name,
      expects,
      String(planted),
      String(hits),
      shown(recall),
      between(interval),
    ]),
);
printTable(
  ["finding", "clean turns", "false alarms", "in 100 turns", "95 %"],
  detectors
    .filter(({ name }) => name !== "stuck")
    .map(({ name, cleanTurns, falseAlarms, per100Turns, per100Interval }) => [
      name,
      String(cleanTurns),
      String(falseAlarms),
      shown(per100Turns),
      between(per100Interval),
    ]),
);
for (const { finding, turn, about } of alarmsIn([evening]))
  if (finding !== "stuck") console.log(`${finding}, turn ${turn}: ${about}`);
