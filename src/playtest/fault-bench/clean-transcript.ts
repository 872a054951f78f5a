/** Sessions without a planted fault, and their turns with other words of the narrator. */
import type { SessionConfig, TurnRecord } from "../../contract/index.ts";
import { systemClock } from "../../kernel/clock/index.ts";
import type { Gateway, ResolvedModel } from "../../kernel/models/index.ts";
import { groupAnswer, publicPart } from "../agents/index.ts";
import { classify } from "../classify/index.ts";
import {
  applyTurn,
  beatOf,
  mechanicalIssues,
  newSession,
  strayedIn,
  toldPulses,
  type SessionState,
} from "../session/index.ts";

/** A session without a planted fault, and its state after every turn. */
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

/** The turns in which a fault can be planted: told to players who are in the story, and answered. */
export function openTurns(
  { records }: Transcript,
  { from = 1, turns = 1 }: { from?: number; turns?: number } = {},
): number[] {
  const first = records.findIndex(({ phase }) => phase === "story") + 1;
  return records
    .map(({ turn }) => turn)
    .filter((turn) => first > 0 && turn >= first + from && turn + turns <= records.length);
}

/**
 * Reads some turns of a transcript again as if they were being played: classified by rules, folded, and checked by the
 * detectors, without any model. Only the narrator's texts in `edits` are different.
 */
export async function observeAgain(
  transcript: Transcript,
  { from, to, edits = new Map() }: { from: number; to: number; edits?: ReadonlyMap<number, string> },
): Promise<TurnRecord[]> {
  const again: TurnRecord[] = [];
  let state = transcript.states[from - 1]!;
  for (const record of transcript.records.slice(from - 1, to)) {
    const text = edits.get(record.turn) ?? record.narrator.text;
    const told = { ...record, narrator: { ...record.narrator, text } };
    const seen = { ...told, ...(await look(state, told)) };
    again.push(seen);
    state = applyTurn(state, seen);
  }
  return again;
}

/** Everything about a turn except the words. */
async function look(
  state: SessionState,
  { turn, phase, narrator: { text }, players, relay }: TurnRecord,
): Promise<
  Omit<TurnRecord, "turn" | "phase" | "at" | "ms" | "narrator" | "players" | "crossTalk" | "relay">
> {
  const { config, records } = state;
  const { storyGuide: guide, group } = config;
  const told = toldPulses(records);
  const strayed = strayedIn(records.at(-1));
  const names = group.players.map(({ name }) => name);
  const classification = await classify({
    gateway: nobody.gateway,
    model: nobody.observer,
    clock: systemClock,
    withinMs: 0,
    call: `turn/${turn}/classifier`,
    turn,
    input: {
      text,
      names,
      spokesperson: group.spokesperson,
      turn,
      phase,
      openTangent: strayed.length > 0,
      strayed,
      exchanges: state.privateMoments,
      relay: records.length === 0 ? "" : groupAnswer(records.at(-1)!, names),
      earlier: records.slice(-5).map(({ narrator }) => narrator.text),
      guide,
      told,
    },
  });
  const narration = publicPart(text, classification);
  const beat = phase === "story" ? beatOf({ classification, narration, guide, told }) : {};
  const issues = mechanicalIssues({
    state,
    turn,
    phase,
    text,
    narration,
    classification,
    beat,
    players,
    relay,
  });
  return {
    classification,
    pulse: undefined,
    guidePulse: undefined,
    ownBeat: undefined,
    ...beat,
    issues,
  };
}

/** `house` classifies by rules and leaves doubtful parts open: no model is called. */
const nobody = {
  gateway: {} as Gateway,
  observer: { name: "house", provider: "house", label: "house/plain" } as ResolvedModel,
};
