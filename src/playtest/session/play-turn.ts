/**
 * One turn: narrator → classifier → players, all at once → reactions → spokesperson. It makes the calls and returns the
 * record; `applyTurn` computes the next state.
 */
import type { Classification, Issue, Phase, TurnRecord } from "../../contract/index.ts";
import { CREATION_TURNS, cutText, groupAnswer, LONGEST_HEARD, publicPart } from "../agents/index.ts";
import { classify } from "../classify/index.ts";
import { detect } from "../findings/index.ts";
import { secretsIn, type SessionState } from "./apply-turn.ts";
import type { Cast } from "./cast.ts";
import { decideEnding } from "./decide-ending.ts";
import { playTable } from "./play-table.ts";
import { beatOf, toldPulses, type Beat } from "./story-beats.ts";

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
