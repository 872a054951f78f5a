/**
 * What happens at the table after the narrator has spoken: first answers, all at once; reactions by the dice; and the
 * spokesperson's relay.
 */
import type {
  Classification,
  CrossTalk,
  Phase,
  PlayerAgent,
  PlayerTurn,
  TurnRecord,
} from "../../contract/index.ts";
import { InvalidReplyError } from "../../kernel/models/index.ts";
import {
  allAnswers,
  asNote,
  crossTalkPrompt,
  crossTalkReply,
  cutReply,
  cutText,
  LONGEST_SAID,
  playerAgainPrompt,
  playerPrompt,
  playerReply,
  relayPrompt,
  tableTalk,
  toldTo,
} from "../agents/index.ts";
import { drawCrossTalk, drawRelay, drawTurn } from "../archetypes/index.ts";
import type { SessionState } from "./apply-turn.ts";
import { answeredAs, type Cast } from "./cast.ts";
import { cutReplySecrets, cutSecrets, knownTo, secretsOf, separateTelling } from "./player-secrets.ts";
import { offTopicOf } from "./tangents.ts";

export type TableOptions = {
  state: SessionState;
  cast: Cast;
  turn: number;
  phase: Phase;
  /** The narrator's output, and its public part. */
  text: string;
  narration: string;
  classification: Classification;
};

/** How many of their own relays the spokesperson sees again. */
const RELAYS_SHOWN = 2;

export async function playTable({
  state,
  cast,
  turn,
  phase,
  text,
  narration,
  classification,
}: TableOptions): Promise<Pick<TurnRecord, "players" | "crossTalk" | "relay">> {
  const { gateway, signal } = cast;
  const { config, records } = state;
  const { seed, replicate, group } = config;
  const names = group.players.map(({ name }) => name);
  const table = { state, turn, narration };
  const last = records.at(-1);
  const offStory = last?.players.some(({ offTopic }) => offTopic !== "none") ?? false;

  cast.onStep?.({ turn, doing: "reacting" });
  const players = await allAnswers(group.players.map(react));
  // Before the story each player answers the narrator directly.
  if (phase === "creation") return { players };
  const drawn = drawCrossTalk(
    players.map(({ seat, says, offTopic }) => ({ says, offTopic, ...group.players[seat]! })),
    { seed, replicate, turn },
  );
  const crossTalk = (await allAnswers(drawn.map(reactToOthers))).filter(
    ({ says, withheld }) => says !== "" || withheld,
  );
  cast.onStep?.({ turn, doing: "relaying" });
  const relay = await speakForGroup();
  return { players, ...(crossTalk.length > 0 && { crossTalk }), relay };

  async function react(player: PlayerAgent): Promise<PlayerTurn> {
    const { seat, archetype } = player;
    const draw = drawTurn(archetype, { seed, replicate, turn, seat }, { offStory });
    const told = toldTo(text, classification, seat);
    const sharing = secretsOf(player, told, table);
    const known = () => knownTo(player, table);
    const model = cast.players[seat]!;
    const prompt = playerPrompt({
      player,
      names,
      records,
      now: { turn, phase, narration, told },
      draw,
      sharing,
    });
    const ask = (call: string, prompt: ReturnType<typeof playerPrompt>) =>
      gateway.object({
        call,
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
          archetype,
          character: player.characterForStory,
          phase,
          draw,
          narration,
          told,
          tells: sharing.tells?.content ?? "",
          talk: last ? tableTalk(last) : [],
          premise: config.storyGuide.premise,
        },
        ...prompt,
      });
    const call = `turn/${turn}/player/${seat}`;
    let { object: whole, model: answered } = await ask(call, prompt);
    let kept = cutReplySecrets(whole, sharing, known);
    const { withheld } = kept;

    let askedAgain = false;
    if (withheld.length > 0) {
      const again = await ask(`${call}/again`, playerAgainPrompt(prompt, { reply: whole, withheld })).catch(
        (error: unknown) => {
          // Then the first answer stays, without the revealing sentences.
          if (error instanceof InvalidReplyError) return undefined;
          throw error;
        },
      );
      if (again) {
        ({ object: whole, model: answered } = again);
        kept = cutReplySecrets(whole, sharing, known);
        askedAgain = true;
      }
    }
    const [says, tells] = separateTelling({ says: kept.texts[0]!, tells: kept.texts[2]! }, sharing, known);
    const { reply, cutFrom } = cutReply({ ...whole, says, wants: kept.texts[1]!, tells });
    const telling = reply.tells ?? "";
    return {
      seat,
      quirk: draw.quirk,
      mood: draw.mood,
      says: reply.says,
      wants: reply.wants,
      offTopic:
        phase === "creation" ? "none" : offTopicOf({ reported: reply.offTopic, says: reply.says, narration }),
      asked: draw.tangent,
      private:
        told === ""
          ? undefined
          : privateTurn(reply.private ?? "", {
              aloud: cutText(whole.says, LONGEST_SAID),
              telling: sharing.tells?.turn === turn ? telling : "",
            }),
      shares:
        sharing.tells && sharing.tells.turn !== turn && telling !== ""
          ? { turn: sharing.tells.turn, telling }
          : undefined,
      remember: asNote(reply.remember),
      withheld: withheld.length > 0 ? [...new Set([...withheld, ...kept.withheld])] : undefined,
      cut: kept.withheld.length > 0 ? kept.withheld : undefined,
      askedAgain: askedAgain || undefined,
      model: answeredAs(model, answered),
      cutFrom,
    };
  }

  async function reactToOthers(seat: number): Promise<CrossTalk> {
    const player = group.players[seat]!;
    const model = cast.players[seat]!;
    const own = players.find((each) => each.seat === seat)!;
    const told = toldTo(text, classification, seat);
    const said = tableTalk({ players }).filter((line) => line.seat !== seat);
    const tells = own.private?.telling ?? own.shares?.telling ?? null;
    // A secret that was due and not told must not slip out in a reaction.
    const sharing = secretsOf(player, told, table);
    const kept = tells === null && sharing.tells ? [...sharing.keeps, sharing.tells.content] : sharing.keeps;
    const { object, model: answered } = await gateway.object({
      call: `turn/${turn}/cross-talk/${seat}`,
      role: "player",
      model,
      turn,
      signal,
      schema: crossTalkReply,
      stage: { kind: "cross-talk", seat, name: player.name, archetype: player.archetype, names, said },
      ...crossTalkPrompt({
        player,
        names,
        records,
        now: { turn, phase, narration, told },
        said,
        strays: players.some((each) => each.seat !== seat && each.offTopic !== "none"),
        keeps: kept.length > 0,
        own: {
          says: own.says,
          wants: own.wants,
          offTopic: own.offTopic,
          private: own.private?.answer ?? null,
          tells,
          remember: own.remember ?? null,
          reacts: "",
          withheld: [],
        },
      }),
    });
    const { texts, withheld } = cutSecrets([cutText(object.says, LONGEST_SAID)], {
      secrets: kept,
      known: () => [knownTo(player, table), ...said.map(({ says }) => says)].join("\n"),
    });
    return {
      seat,
      says: texts[0]!,
      offTopic: offTopicOf({ reported: object.offTopic, says: texts[0]!, narration }),
      ...(withheld.length > 0 && { withheld }),
      model: answeredAs(model, answered),
    };
  }

  async function speakForGroup(): Promise<TurnRecord["relay"]> {
    const seat = group.spokesperson;
    const spokesperson = group.players[seat]!;
    const { noise, dropped } = drawRelay(
      spokesperson.archetype,
      { seed, replicate, turn, seat },
      players.filter((player) => player.seat !== seat && player.wants !== "").map((player) => player.seat),
    );
    const talk = tableTalk({ players, crossTalk });
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
        noise,
        dropped: dropped === undefined ? undefined : names[dropped],
        intents: players.map(({ seat, wants, private: moment, shares }) => ({
          name: names[seat]!,
          wants,
          shares: moment?.telling ?? shares?.telling,
        })),
        says: players.map(({ seat, says }) => ({ name: names[seat]!, says })),
      },
      ...relayPrompt({
        spokesperson,
        names,
        narration,
        talk,
        wishes: players,
        before: records.flatMap(({ relay }) => relay?.text ?? []).slice(-RELAYS_SHOWN),
        noise,
        dropped,
      }),
    });
    const relay = cutText(text, LONGEST_SAID);
    return {
      seat,
      text: relay,
      noise,
      dropped,
      model: answeredAs(model, answered),
      cutFrom: text.length > LONGEST_SAID ? text.length : undefined,
    };
  }
}

/** A player who shares but tells nothing has shared nothing. One who answers only aloud has given the narrator the whole answer. */
const privateTurn = (
  answer: string,
  { aloud, telling }: { aloud: string; telling: string },
): PlayerTurn["private"] => ({
  answer: answer.trim() === "" ? aloud : answer,
  share: telling !== "",
  telling: telling === "" ? undefined : telling,
});
