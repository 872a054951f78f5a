/** Text by people, where it is at hand: none of it is shipped. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DetectorRates, FalseAlarm, IssueType, MissedFault } from "../../../contract/index.ts";
import { alarmsIn, missesIn } from "../mistakes.ts";
import { operators } from "../operators.ts";
import { plantFaults } from "../plant-faults.ts";
import { scoreDetectors } from "../score.ts";
import { tablePlay, tellingsIn } from "./table-play.ts";

/** The evening that is measured, and another one that lends its secrets. */
const EPISODE = "C2E031";
const files = (data: string) => ({
  own: join(data, "crd3", `${EPISODE}.json`),
  other: join(data, "crd3", "C1E001.json"),
});

/** What is missing of it; nothing: all is there. */
export const missingHumanText = (data: string | undefined): string[] =>
  data === undefined
    ? ["REHEARSE_DATA is not set"]
    : Object.values(files(data))
        .filter((path) => !existsSync(path))
        .map((path) => `there is no ${path}`);

type HumanBench = { rates: DetectorRates; misses: MissedFault[]; falseAlarms: FalseAlarm[] };

/** Rates on what people said at a table, without any guide. */
export async function humanBench(data: string, copies: number): Promise<HumanBench> {
  const { own, other } = files(data);
  const transcript = await tablePlay(own, { name: EPISODE, secrets: tellingsIn(other) });
  // No guide says what a beat is, so nobody can count turns without one.
  const possible = operators.filter(({ expects }) => expects !== "stuck");
  const tried = await plantFaults([transcript], { operators: possible, copies });
  const { detectors, ...rates } = scoreDetectors({ transcripts: [transcript], tried });
  return {
    rates: {
      ...rates,
      detectors: detectors.map((score) => {
        const note = notes[score.name];
        return note === undefined ? score : { ...score, note };
      }),
    },
    misses: missesIn("human", tried),
    falseAlarms: alarmsIn("human", [transcript]),
  };
}

const notes: Partial<Record<IssueType, string>> = {
  stuck: "not looked for: without a guide there are no pulses to count",
  leak: "the secrets are texts of another table, told to one player every twelve turns",
};
