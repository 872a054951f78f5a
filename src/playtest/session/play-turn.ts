/**
 * One turn: narrator → classifier → players, all at once → reactions → spokesperson. It makes the calls and returns the
 * record; `applyTurn` computes the next state.
 */
import type { Classification, Issue, Phase, TurnRecord, NamedBeat, Story } from "../../contract/index.ts";
import { CREATION_TURNS, cutText, groupAnswer, LONGEST_HEARD, publicPart } from "../agents/index.ts";
import { classify } from "../classify/index.ts";
import { detect } from "../findings/index.ts";
import { secretsIn, type SessionState } from "./apply-turn.ts";
import type { Cast } from "./cast.ts";
import { decideEnding } from "./decide-ending.ts";
import { playTable } from "./play-table.ts";
import { guideBeat } from "../story/index.ts";

export async function playTurn(state: SessionState, cast: Cast): Promise<TurnRecord> {
  const { gateway, clock, signal } = cast;
  const { config, records } = state;
  const turn = state.turn + 1;
  const phase = turn <= CREATION_TURNS ? "creation" : "story";
  const names = config.group.players.map(({ name }) => name);
  const at = clock.date().toISOString();
  const startedAt = clock.now();
  const before = records.at(-1);

  cast.onStep?.({ turn, doing: "narrating" });
  const told = await cast.narrator.tell(state, { turn, signal });
  if (told.truth !== undefined) cast.onTruth?.({ turn, truth: told.truth });

  cast.onStep?.({ turn, doing: "classifying" });
  const classification = await classify({
    gateway,
    model: cast.classifier,
    call: `turn/${turn}/classifier`,
    signal,
    input: {
      text: told.text,
      marks: told.marks,
      names,
      turn,
      phase,
      secrets: secretsIn(state),
      relay: before ? groupAnswer(before, names) : "",
      earlier: records.slice(-EARLIER).map(({ narrator }) => cutText(narrator.text, LONGEST_HEARD)),
      guide: config.storyGuide,
    },
  });
  const ending = decideEnding({ state, turn, classification, text: told.text });
  const over = ending?.outcome === "completed" || ending?.outcome === "failed";

  const narration = publicPart(told.text, classification);
  const beat =
    phase === "story" ? beatOf({ classification, guide: config.storyGuide, told: toldPulses(records) }) : {};
  const { players, crossTalk, relay } = over
    ? { players: [] }
    : await playTable({ state, cast, turn, phase, text: told.text, narration, classification });

  const issues = mechanicalIssues({ state, turn, phase, text: told.text, classification, beat });

  return {
    turn,
    phase,
    at,
    ms: Math.round(clock.now() - startedAt),
    narrator: {
      text: told.text,
      model: told.model,
      finish: told.finish,
      state: told.state,
      keepsState: told.keepsState,
    },
    context: told.context,
    classification,
    ...beat,
    players,
    crossTalk,
    relay,
    issues,
    ending: decideEnding({ state, turn, classification, text: told.text, issues }) ?? ending,
  };
}

/** How many earlier outputs the classifier sees, whole. */
const EARLIER = 3;

/** How many earlier turns the detectors compare a turn with. */
const COMPARED_TURNS = 30;

export function mechanicalIssues({
  state,
  turn,
  phase,
  text,
  classification,
  beat,
}: {
  state: SessionState;
  turn: number;
  phase: Phase;
  text: string;
  classification: Classification;
  beat: Beat;
}): Issue[] {
  const { records, config } = state;
  return detect({
    turn,
    phase,
    text: withoutMarkers(text, classification),
    type: classification.types[0],
    // Where nobody looked for beats, no turn is without one.
    pulse: classification.beats === undefined || beat.pulse !== undefined || beat.ownBeat === true,
    earlier: records.slice(-COMPARED_TURNS).map(({ turn, narrator, classification }) => ({
      turn,
      text: withoutMarkers(narrator.text, classification),
      type: classification.types[0],
    })),
    names: config.group.players.map(({ name }) => name),
    guide: config.storyGuide,
    relay: records.at(-1)?.relay?.text ?? "",
    turnsSincePulse:
      turn -
      Math.max(
        state.pulses.at(-1) ?? 0,
        state.ownBeats.at(-1) ?? 0,
        records.findLast(({ phase }) => phase === "creation")?.turn ?? 0,
      ),
  });
}

/** Everything that anybody hears: a title in a marker repeats nothing. */
const withoutMarkers = (text: string, { segments }: Classification): string =>
  segments.map(({ start, end }) => text.slice(start, end)).join("\n\n");

export type Beat = Pick<TurnRecord, "pulse" | "guidePulse" | "alsoPulses" | "ownBeat">;

/**
 * How an output advances the story: by the guide's pulses that it tells for the first time, each of which counts once,
 * or by a beat of the narrator's own.
 */
export function beatOf({
  classification: { beats = [], concluded },
  guide,
  told,
}: {
  classification: Pick<Classification, "beats" | "concluded">;
  guide: Story;
  told: readonly string[];
}): Beat {
  const ids = beats.map(({ title }) => guideBeat(title, guide, told));
  const fresh = [...new Set(ids)].filter((id) => id !== undefined && !told.includes(id)) as string[];
  const last = fresh.at(-1);
  if (last !== undefined)
    return {
      pulse: told.length + fresh.length,
      guidePulse: last,
      ...(fresh.length > 1 && { alsoPulses: fresh.slice(0, -1) }),
    };
  // The ending closes the last beat; it is not a beat of its own.
  return !concluded && ids.includes(undefined) ? { ownBeat: true } : {};
}

/** The ids of the guide's told pulses. */
export const toldPulses = (records: readonly TurnRecord[]): string[] =>
  records.flatMap(({ guidePulse, alsoPulses = [] }) =>
    guidePulse === undefined ? alsoPulses : [...alsoPulses, guidePulse],
  );

/**
 * Did somebody say of every turn which beats it told? A model does. A narrator's own markers count only if each title is
 * one of the guide's: otherwise a told beat could not be recognised. An ending need not name any.
 */
export function beatsMeasured(records: readonly TurnRecord[], guide: Story): boolean {
  const isKnown = ({ title, quote }: NamedBeat) =>
    quote !== undefined || guideBeat(title, guide) !== undefined;
  return records
    .filter(({ phase }) => phase === "story")
    .every(({ classification: { beats, concluded } }) => beats?.every(isKnown) ?? concluded);
}
