import type { SessionConfig, TurnRecord } from "../../contract/index.ts";
import { applyTurn, newSession, type SessionState } from "../session/index.ts";

/** A session without a planted fault, and how it stood after every turn. */
export type Transcript = {
  name: string;
  config: SessionConfig;
  records: readonly TurnRecord[];
  /** `states[turn]`: after that turn; the first is before any. */
  states: readonly SessionState[];
};

export function transcriptOf({
  name,
  config,
  records,
}: Pick<Transcript, "name" | "config" | "records">): Transcript {
  const states = [newSession({ sessionId: name, config })];
  for (const record of records) states.push(applyTurn(states.at(-1)!, record));
  return { name, config, records, states };
}

export const recordAt = ({ records }: Transcript, turn: number): TurnRecord | undefined => records[turn - 1];

/** The turns in which something can be planted: told to players who are in the story, and answered. */
export function openTurns(
  { records }: Transcript,
  { from = 1, turns = 1 }: { from?: number; turns?: number } = {},
): number[] {
  const first = records.findIndex(({ phase }) => phase === "story") + 1;
  return records
    .map(({ turn }) => turn)
    .filter((turn) => first > 0 && turn >= first + from && turn + turns <= records.length);
}
