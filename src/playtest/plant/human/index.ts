/** Text by people, where it is at hand: none of it is shipped. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DetectorRates, FalseAlarm, IssueType, MissedFault } from "../../../contract/index.ts";
import { plantIndependent } from "../independent/index.ts";
import { alarmsIn, missesIn } from "../mistakes.ts";
import type { Bank } from "../operator.ts";
import { operators } from "../operators/index.ts";
import { plantFaults } from "../plant-faults.ts";
import { scoreDetectors } from "../score.ts";
import { guideFor } from "./guide-for.ts";
import { labelledConfusion } from "./labelled-confusion.ts";
import { tablePlay, tellingsIn } from "./table-play.ts";

/** Rules were fitted on the first episode; what is reported comes from the second. */
const EPISODES = { fit: "C1E001", report: "C2E031" } as const;

const files = (data: string) => ({
  fit: join(data, "crd3", `${EPISODES.fit}.json`),
  report: join(data, "crd3", `${EPISODES.report}.json`),
  labelled: join(data, "dbdc3", "en.dev.jsonl"),
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
export async function humanBench(
  data: string,
  { bank, copies }: { bank: Bank; copies: number },
): Promise<HumanBench> {
  const paths = files(data);
  const other = bank === "fit" ? "report" : "fit";
  const [own, foreign] = [
    await tablePlay(paths[bank], { name: EPISODES[bank], secrets: tellingsIn(paths[other]) }),
    await tablePlay(paths[other], { name: EPISODES[other], secrets: tellingsIn(paths[bank]) }),
  ];
  // Nobody wrote a second telling of what was improvised, and no guide says what a beat is.
  const possible = operators.filter(({ name }) => name !== "loop-paraphrased");
  const tried = await plantFaults([own], { operators: possible, bank, copies, others: [own, foreign] });
  const independent = await plantIndependent([own], bank);
  const {
    operators: planted,
    detectors,
    ...rates
  } = scoreDetectors({ transcripts: [own], tried, operators: possible, independent });
  const labelled = labelledConfusion(paths.labelled, { guide: guideFor("dialogues", []), bank });
  const isLabelled = ({ name }: { name: IssueType }) => name === "confusion";
  return {
    rates: {
      ...rates,
      operators: [...planted, labelled.operator],
      detectors: detectors.map((score) =>
        isLabelled(score)
          ? labelled.detector
          : notes[score.name] === undefined
            ? score
            : { ...score, note: notes[score.name] },
      ),
    },
    misses: missesIn("human", { tried, independent }),
    falseAlarms: [
      ...alarmsIn("human", [own]).filter(({ finding }) => finding !== "confusion"),
      ...labelled.falseAlarms,
    ],
  };
}

const notes: Partial<Record<IssueType, string>> = {
  stuck: "without a guide there are no pulses to wait for: any turn that tells something new counts as one",
  "guide-deviation": "the guide is made of the names in the transcript itself",
  leak: "the secrets are texts of another table, told to one player every twelve turns",
};
