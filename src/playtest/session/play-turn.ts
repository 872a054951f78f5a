/**
 * One turn: narrator → classifier → players, all at once → reactions → spokesperson. It makes the calls and returns the
 * record; `applyTurn` computes the next state.
 */
import {
  classification as classificationShape,
  type Classification,
  type Issue,
  type Phase,
  type TurnRecord,
} from "../../contract/index.ts";
import type { Journal } from "../../kernel/journal/index.ts";
import { CREATION_TURNS, cutText, groupAnswer, LONGEST_HEARD, publicPart } from "../agents/index.ts";
import { classify } from "../classify/index.ts";
import { detect } from "../findings/index.ts";
import type { SessionState } from "./apply-turn.ts";
import type { Cast } from "./cast.ts";
import { decideEnding } from "./decide-ending.ts";
import { playTable } from "./play-table.ts";
import { beatOf, toldPulses, type Beat } from "./story-beats.ts";
import { strayedIn } from "./tangents.ts";

export async function playTurn(state: SessionState, cast: Cast): Promise<TurnRecord> {
  const { gateway, clock, signal } = cast;
  const { config, records } = state;
  const turn = state.turn + 1;
  const phase = turn <= CREATION_TURNS ? "creation" : "story";
  const names = config.group.players.map(({ name }) => name);
  const at = clock.date().toISOString();
  const startedAt = clock.now();
  const before = records.at(-1);
  const strayed = strayedIn(before);

  cast.onStep?.({ turn, doing: "narrating" });
  const told = await cast.narrator.tell(state, { turn, signal });
  if (told.truth !== undefined) cast.onTruth?.({ turn, truth: told.truth });

  cast.onStep?.({ turn, doing: "classifying" });
  const call = `turn/${turn}/classifier`;
  const classification = await classifyOnce(gateway.journal, call, () =>
    classify({
      gateway,
      model: cast.classifier,
      call,
      turn,
      signal,
      clock,
      withinMs: cast.classifyWithinMs,
      filler: cast.filler,
      input: {
        text: told.text,
        names,
        spokesperson: config.group.spokesperson,
        turn,
        phase,
        openTangent: strayed.length > 0,
        strayed,
        exchanges: state.privateMoments,
        relay: before ? groupAnswer(before, names) : "",
        earlier: records.slice(-5).map(({ narrator }) => cutText(narrator.text, LONGEST_HEARD)),
        guide: config.storyGuide,
        told: toldPulses(records),
      },
    }),
  );
  const ending = decideEnding({ state, turn, classification, text: told.text });
  const over = ending?.outcome === "completed" || ending?.outcome === "failed";

  const narration = publicPart(told.text, classification);
  const beat =
    phase === "story"
      ? beatOf({ classification, narration, guide: config.storyGuide, told: toldPulses(records) })
      : {};
  const { players, crossTalk, relay } = over
    ? { players: [] }
    : await playTable({ state, cast, turn, phase, text: told.text, narration, classification });

  const issues = cast.filler
    ? []
    : mechanicalIssues({
        state,
        turn,
        phase,
        text: told.text,
        classification,
        beat,
      });

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

/**
 * Journals a classification made after the model failed: by the rules, or by the model at the second try. The players
 * heard its result, so a resume must not classify the output again.
 */
async function classifyOnce(
  journal: Journal,
  call: string,
  classify: () => Promise<Classification>,
): Promise<Classification> {
  const id = `${call}/stand-in`;
  // Only one output can be classified under this id, so there is no request to hash.
  const hash = "rules";
  const before = journal.recall(id, hash);
  if (before) return classificationShape.parse(before.result);
  const made = await classify();
  if (made.asked !== undefined || (made.source === "rules" && made.note !== undefined))
    journal.done({ call: id, hash, result: made });
  return made;
}

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
    text,
    type: classification.type,
    pulse: beat.pulse !== undefined || beat.ownBeat === true,
    earlier: records.slice(-COMPARED_TURNS).map(({ turn, narrator, classification }) => ({
      turn,
      text: narrator.text,
      type: classification.type,
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
