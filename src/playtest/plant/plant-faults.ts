import type { Issue, IssueType, OperatorName } from "../../contract/index.ts";
import { dice } from "../../kernel/dice/index.ts";
import { observeAgain } from "./observe-again.ts";
import type { Operator } from "./operator.ts";
import type { Transcript } from "./transcript.ts";

/** One copy of a transcript with one fault in it, and what was found around the fault. */
export type Tried = {
  operator: OperatorName;
  expects: IssueType;
  transcript: string;
  turn: number;
  endTurn: number;
  about: string;
  hit: boolean;
  /** Turns in which a finding would have been a hit. */
  window: number;
};

export type PlantingOptions = {
  operators: readonly Operator[];
  /** Copies of each transcript for each operator: another copy draws another place. */
  copies: number;
};

/** Plants every fault in every transcript. A hit is the right kind of finding within one turn of it. */
export async function plantFaults(
  transcripts: readonly Transcript[],
  { operators, copies }: PlantingOptions,
): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const operator of operators) {
    for (const transcript of transcripts) {
      const places = new Set<string>();
      for (let copy = 0; copy < copies; copy += 1) {
        const plant = operator.plant(transcript, dice("plant", transcript.name, operator.name, copy));
        // The same fault in the same place is the same copy.
        if (!plant || places.has(`${plant.turn} ${plant.about}`)) continue;
        places.add(`${plant.turn} ${plant.about}`);
        const { turn, endTurn, edits, about } = plant;
        const [from, to] = [
          Math.min(turn, ...edits.keys()),
          Math.min(transcript.records.length, endTurn + 1),
        ];
        const near = ({ turn: at }: Issue) => at >= turn - 1 && at <= endTurn + 1;
        const again = await observeAgain(transcript, { from, to, edits });
        const found = again.flatMap(({ issues }) => issues).filter(near);
        const clean = transcript.records.slice(from - 1, to).flatMap(({ issues }) => issues);
        const isNew = (issue: Issue) =>
          !clean.some((other) => other.type === issue.type && other.turn === issue.turn);
        tried.push({
          operator: operator.name,
          expects: operator.expects,
          transcript: transcript.name,
          turn,
          endTurn,
          about,
          hit: found.some((issue) => issue.type === operator.expects && isNew(issue)),
          window: to - Math.max(from, turn - 1) + 1,
        });
      }
    }
  }
  return tried;
}
