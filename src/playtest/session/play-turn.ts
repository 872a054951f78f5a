import type { TurnRecord } from "../../contract/index.ts";
import { CREATION_TURNS, cutText, groupAnswer, LONGEST_HEARD, publicPart } from "../agents/index.ts";
import { classify } from "../classify/index.ts";
import { beatOf, toldPulses } from "./beat-of.ts";
import type { Cast } from "./cast.ts";
import { decideEnding } from "./decide-ending.ts";
import { lastingVerdict } from "./lasting-verdict.ts";
import { observe } from "./observe.ts";
import { playTable } from "./play-table.ts";
import type { SessionState } from "./session-state.ts";
import { strayedIn } from "./strayed.ts";

/**
 * One turn: narrator → classifier → players, all at once → those who react → spokesperson. It does the
 * talking and returns the record; `applyTurn` makes the next state of it.
 */
export async function playTurn(state: SessionState, cast: Cast): Promise<TurnRecord> {
  const { gateway, clock, signal } = cast;
  const { config, records } = state;
  const turn = state.turn + 1;
  const phase = turn <= CREATION_TURNS ? "creation" : "story";
  const names = config.group.players.map(({ name }) => name);
  const at = clock.date().toISOString();
  const startedAt = clock.now();
  const before = records.at(-1);
  const relayBefore = before?.relay?.text ?? "";
  const strayed = strayedIn(before);

  cast.onStep?.({ turn, doing: "narrating" });
  const told = await cast.narrator.tell(state, { turn, signal });

  if (told.truth !== undefined) cast.onTruth?.({ turn, truth: told.truth });
  cast.onStep?.({ turn, doing: "classifying" });
  const call = `turn/${turn}/classifier`;
  const classification = await lastingVerdict(gateway.journal, call, () =>
    classify({
      gateway,
      model: cast.classifier,
      call,
      turn,
      signal,
      clock,
      withinMs: cast.classifyWithinMs,
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

  const observed = observe({
    state,
    turn,
    phase,
    text: told.text,
    narration,
    classification,
    beat,
    players,
    relayBefore,
    relay,
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
    ...observed,
    ending: decideEnding({ state, turn, classification, text: told.text, issues: observed.issues }) ?? ending,
  };
}
