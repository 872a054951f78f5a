import type { FindingKind, IssueType, OperatorName } from "../../contract/index.ts";

/** What a planted fault should be found as: by a reader, and by code alone where `mechanical` says so. */
export type FaultFacts = { finding?: FindingKind; mechanical?: IssueType };

const repeated: FaultFacts = { finding: "repetition", mechanical: "repetition" };
const contradicted: FaultFacts = { finding: "contradiction" };

export const faults: Readonly<Record<OperatorName, FaultFacts>> = {
  "loop-verbatim": repeated,
  "loop-edited-10": repeated,
  "loop-edited-20": repeated,
  "loop-edited-30": repeated,
  "loop-edited-40": repeated,
  "loop-edited-50": repeated,
  "loop-paraphrased": { finding: "repetition" },
  "revived-dead": contradicted,
  teleport: contradicted,
  "swapped-name": contradicted,
  "flipped-lock": contradicted,
  "moved-item": contradicted,
  "flipped-time": contradicted,
  "changed-count": contradicted,
  "flipped-state": contradicted,
  "spliced-scene": {},
  "ignored-action": { finding: "ignored-request" },
  "refused-progress": { finding: "ignored-request", mechanical: "stuck" },
  "secret-leak": { finding: "leak", mechanical: "leak" },
  "blunt-segue": { finding: "forced-return" },
};

/** A fault in words: the text that has it, the words of that text to quote, and the earlier ones it goes against. */
export type Planting = { text: string; quote: string; against?: { turn: number; text: string } };

/** Chooses a line of a pool and fills its slots. */
export type Choose = (
  pool: readonly string[],
  purpose: string,
  slots?: Readonly<Record<string, string | undefined>>,
) => string;
