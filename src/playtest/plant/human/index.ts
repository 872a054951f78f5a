/** Text by people, where it is at hand: none of it is shipped. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DetectorRates } from "../../../contract/index.ts";
import { operators } from "../operators/index.ts";
import { plantFaults } from "../plant-faults.ts";
import { scoreDetectors } from "../score.ts";
import { guideFor } from "./guide-for.ts";
import { labelledConfusion } from "./labelled-confusion.ts";
import { tablePlay, tellingsIn } from "./table-play.ts";

/** Rules were fitted on the first episode; what is reported comes from the second. */
const EPISODES = { fit: "C1E001", report: "C2E031" } as const;
const COPIES = 40;

const files = (data: string) => ({ fit: join(data, "crd3", `${EPISODES.fit}.json`), report: join(data, "crd3", `${EPISODES.report}.json`), labelled: join(data, "dbdc3", "en.dev.jsonl") });

/** What is missing of it; nothing: all is there. */
export const missingHumanText = (data: string | undefined): string[] => (data === undefined ? ["REHEARSE_DATA is not set"] : Object.values(files(data)).filter((path) => !existsSync(path)).map((path) => `there is no ${path}`));

/** Rates on what people said at a table, without any guide. */
export async function humanRates(data: string, { bank = "report", copies = COPIES }: { bank?: "fit" | "report"; copies?: number } = {}): Promise<DetectorRates> {
  const paths = files(data);
  const other = bank === "fit" ? "report" : "fit";
  const [own, foreign] = [await tablePlay(paths[bank], { name: EPISODES[bank], secrets: tellingsIn(paths[other]) }), await tablePlay(paths[other], { name: EPISODES[other], secrets: tellingsIn(paths[bank]) })];
  // Nobody wrote a second telling of what was improvised, and no guide says what a beat is.
  const possible = operators.filter(({ name }) => name !== "loop-paraphrased");
  const tried = await plantFaults([own], { operators: possible, bank, copies, others: [own, foreign] });
  const rates = scoreDetectors({ transcripts: [own], tried, operators: possible });
  const labelled = labelledConfusion(paths.labelled, guideFor("dialogues", []));
  const notes: Record<string, string> = {
    stuck: "without a guide there are no pulses to wait for: any turn that tells something new counts as one",
    "guide-deviation": "the guide is made of the names in the transcript itself",
    "secret-leak": "the secrets are texts of another table, told to one player every twelve turns",
  };
  return { ...rates, detectors: rates.detectors.map((score) => (score.name === "confusion" ? labelled : notes[score.name] === undefined ? score : { ...score, note: notes[score.name] })) };
}
