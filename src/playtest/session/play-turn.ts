import type { PlayerTurn, SessionConfig, TurnRecord } from "../../contract/index.ts";
import {
  allAnswers,
  CREATION_TURNS,
  cutReply,
  cutText,
  keepSecrets,
  LONGEST_SAID,
  playerPrompt,
  playerReply,
  publicPart,
  relayPrompt,
  toldTo,
} from "../agents/index.ts";
import { drawTurn } from "../archetypes/index.ts";
import { classify } from "../classify/index.ts";
import { answeredAs } from "./answered-as.ts";
import { openTangent } from "./apply-tangents.ts";
import { beatOf, toldPulses } from "./beat-of.ts";
import type { Cast } from "./cast.ts";
import { decideEnding } from "./decide-ending.ts";
import { lastingVerdict } from "./lasting-verdict.ts";
import { observe } from "./observe.ts";
import { offTopicOf } from "./off-topic.ts";
import type { SessionState } from "./session-state.ts";

/**
 * One turn: narrator → classifier → players, all at once → spokesperson. It does the talking and
 * returns the record; `applyTurn` makes the next state of it.
 */
export async function playTurn(state: SessionState, cast: Cast): Promise<TurnRecord> {
  const { gateway, clock, signal } = cast;
  const { config, records } = state;
  const turn = state.turn + 1;
  const phase = turn <= CREATION_TURNS ? "creation" : "story";
  const names = config.group.players.map(({ name }) => name);
  const at = clock.date().toISOString();
  const startedAt = clock.now();
  const open = openTangent(state.tangents);
  const relayBefore = records.at(-1)?.relay?.text ?? "";

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
        openTangent: open !== undefined,
        relay: relayBefore,
        earlier: records.slice(-5).map(({ narrator }) => narrator.text),
        guide: config.storyGuide,
        told: toldPulses(records),
      },
    }),
  );
  const ending = decideEnding({ state, turn, classification, text: told.text });
  const over = ending?.outcome === "completed" || ending?.outcome === "failed";

  cast.onStep?.({ turn, doing: "reacting" });
  const narration = publicPart(told.text, classification);
  const beat =
    phase === "story"
      ? beatOf({ classification, narration, guide: config.storyGuide, told: toldPulses(records) })
      : {};
  const players = over
    ? []
    : await allAnswers(
        config.group.players.map((player) =>
          react({ player, told: toldTo(told.text, classification, player.seat) }),
        ),
      );

  cast.onStep?.({ turn, doing: "relaying" });
  const relay = over ? undefined : await speakForGroup();

  cast.onStep?.({ turn, doing: "observing" });
  const observed = await observe({
    state,
    cast,
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
    relay,
    ...observed,
    ending: decideEnding({ state, turn, classification, text: told.text, issues: observed.issues }) ?? ending,
  };

  async function react({
    player,
    told,
  }: {
    player: SessionConfig["group"]["players"][number];
    told: string;
  }): Promise<PlayerTurn> {
    const { seat } = player;
    const draw = drawTurn(
      player.archetype,
      { seed: config.seed, replicate: config.replicate, turn, seat },
      { openTangent: open !== undefined },
    );
    const model = cast.players[seat]!;
    const { object: whole, model: answered } = await gateway.object({
      call: `turn/${turn}/player/${seat}`,
      role: "player",
      model,
      turn,
      signal,
      schema: playerReply,
      stage: {
        kind: "player",
        seat,
        name: player.name,
        names,
        archetype: player.archetype,
        character: player.characterForStory,
        phase,
        draw,
        narration,
        told,
        talk: talkAt(records.at(-1)),
        premise: config.storyGuide.premise,
      },
      ...playerPrompt({ player, names, records, now: { turn, phase, narration, told }, draw }),
    });
    const { reply: object, cutFrom } = cutReply(whole);
    const answer = object.private ?? { answer: object.says, share: false, telling: "" };
    // Who says that they share, and tells nothing, has shared nothing.
    const moment =
      told === "" ? undefined : { ...answer, share: answer.share && answer.telling.trim() !== "" };
    const { texts, withheld } = keepSecrets([object.says, object.wants], {
      secret: [...keptBy(seat), moment && !moment.share ? told : ""].join("\n"),
      known: heardByAll,
    });
    const [says = "", wants = ""] = texts;
    return {
      seat,
      quirk: draw.quirk,
      mood: draw.mood,
      says,
      wants: wants === "" ? "goes along with the others" : wants,
      offTopic: phase === "creation" ? "none" : offTopicOf({ reported: object.offTopic, says, narration }),
      asked: draw.tangent,
      private: moment && {
        answer: moment.answer,
        share: moment.share,
        telling: moment.share ? moment.telling : undefined,
      },
      withheld: withheld.length > 0 ? withheld : undefined,
      model: answeredAs(model, answered),
      cutFrom,
    };
  }

  /** What this player was told alone in earlier turns and has not shared. */
  function keptBy(seat: number): string[] {
    return state.privateMoments
      .filter((moment) => moment.seat === seat && !moment.shared)
      .map(({ content }) => content);
  }

  /** What everybody has heard by now. */
  function heardByAll(): string {
    const told = records.flatMap(({ narrator, classification, players, relay }) => [
      publicPart(narrator.text, classification),
      ...players.map(({ says }) => says),
      relay?.text ?? "",
    ]);
    return [...names, config.storyGuide.premise ?? "", ...told, narration].join("\n");
  }

  async function speakForGroup(): Promise<TurnRecord["relay"]> {
    const seat = config.group.spokesperson;
    const spokesperson = config.group.players[seat]!;
    const intents = players.map(({ seat, wants, private: moment }) => ({
      name: names[seat]!,
      wants,
      shares: moment?.share ? moment.telling : undefined,
    }));
    const model = cast.players[seat]!;
    const { text, model: answered } = await gateway.text({
      call: `turn/${turn}/spokesperson`,
      role: "spokesperson",
      model,
      turn,
      signal,
      stage: {
        kind: "spokesperson",
        name: spokesperson.name,
        archetype: spokesperson.archetype,
        intents,
        phase,
        says: players.map(({ seat, says }) => ({ name: names[seat]!, says })),
      },
      ...relayPrompt({ spokesperson, intents }),
    });
    return {
      seat,
      text: cutText(text, LONGEST_SAID),
      model: answeredAs(model, answered),
      cutFrom: text.length > LONGEST_SAID ? text.length : undefined,
    };
  }
}

const talkAt = (record: TurnRecord | undefined) =>
  (record?.players ?? []).map(({ seat, says }) => ({ seat, says }));
