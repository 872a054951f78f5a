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
import {
  allAnswers,
  asNote,
  crossTalkPrompt,
  crossTalkReply,
  cutReply,
  cutText,
  LONGEST_SAID,
  playerPrompt,
  playerReply,
  relayPrompt,
  tableTalk,
  toldTo,
  type Known,
} from "../agents/index.ts";
import { drawCrossTalk, drawRelay, drawTurn } from "../archetypes/index.ts";
import { secretsIn, type SessionState } from "./apply-turn.ts";
import { answeredAs, type Cast } from "./cast.ts";

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
const RELAYS_SHOWN = 4;

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
  const crossTalk = (await allAnswers(drawn.map(reactToOthers))).filter(({ says }) => says !== "");
  cast.onStep?.({ turn, doing: "relaying" });
  const relay = await speakForGroup();
  return { players, crossTalk: crossTalk.length > 0 ? crossTalk : undefined, relay };

  async function react(player: PlayerAgent): Promise<PlayerTurn> {
    const { seat, archetype } = player;
    const draw = drawTurn(archetype, { seed, replicate, turn, seat }, { offStory });
    const told = toldTo(text, classification, seat);
    const knows = knownTo(seat);
    const model = cast.players[seat]!;
    const { object, model: answered } = await gateway.object({
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
        archetype,
        character: player.characterForStory,
        phase,
        draw,
        narration,
        told,
        knows,
      },
      ...playerPrompt({
        player,
        names,
        records,
        now: { turn, phase, narration, told },
        draw,
        knows,
      }),
    });
    const { reply, cutFrom } = cutReply(object);
    return {
      seat,
      quirk: draw.quirk,
      mood: draw.mood,
      says: reply.says,
      wants: reply.wants,
      offTopic: phase === "creation" ? "none" : reply.offTopic,
      asked: draw.tangent,
      private: told === "" ? undefined : { answer: (reply.private ?? "").trim() },
      tells: reply.says === "" ? undefined : itemsTold(reply.tells, knows),
      remember: asNote(reply.remember),
      model: answeredAs(model, answered),
      cutFrom,
    };
  }

  /** What only this player knows, with what they were told just now. */
  function knownTo(seat: number): Known[] {
    const told = toldTo(text, classification, seat);
    const { toldToAll = [] } = classification;
    const isOut = (item: { turn: number }) =>
      toldToAll.some((known) => known.seat === seat && known.turn === item.turn);
    return [
      ...secretsIn(state).filter((secret) => secret.seat === seat && !isOut(secret)),
      ...(told === "" ? [] : [{ turn, content: told }]),
    ].map(({ turn, content }) => ({ turn, content }));
  }

  async function reactToOthers(seat: number): Promise<CrossTalk> {
    const player = group.players[seat]!;
    const model = cast.players[seat]!;
    const own = players.find((each) => each.seat === seat)!;
    const said = tableTalk({ players }).filter((line) => line.seat !== seat);
    const knows = knownTo(seat).filter((item) => !own.tells?.includes(item.turn));
    const { object, model: answered } = await gateway.object({
      call: `turn/${turn}/cross-talk/${seat}`,
      role: "player",
      model,
      turn,
      signal,
      schema: crossTalkReply,
      stage: { kind: "cross-talk", names, said },
      ...crossTalkPrompt({
        player,
        names,
        records,
        now: { turn, phase, narration, told: toldTo(text, classification, seat) },
        said,
        strays: players.some((each) => each.seat !== seat && each.offTopic !== "none"),
        knows,
        own,
      }),
    });
    return {
      seat,
      says: cutText(object.says, LONGEST_SAID),
      offTopic: object.offTopic,
      tells: itemsTold(object.tells, knows),
      model: answeredAs(model, answered),
    };
  }

  async function speakForGroup(): Promise<TurnRecord["relay"]> {
    const seat = group.spokesperson;
    const spokesperson = group.players[seat]!;
    const { noise, dropped } = drawRelay(
      spokesperson.archetype,
      { seed, replicate, turn, seat },
      {
        others: players
          .filter((player) => player.seat !== seat && (player.wants !== "" || player.offTopic === "none"))
          .map((player) => player.seat),
        before: last?.relay?.noise,
      },
    );
    const talk = [...players, ...crossTalk].filter(({ says }) => says !== "");
    const model = cast.players[seat]!;
    const { text, model: answered } = await gateway.text({
      call: `turn/${turn}/spokesperson`,
      role: "spokesperson",
      model,
      turn,
      signal,
      stage: {
        kind: "spokesperson",
        noise,
        dropped: dropped === undefined ? undefined : names[dropped],
        intents: players.map(({ seat, wants, says, offTopic }) => ({
          name: names[seat]!,
          wants,
          says,
          offTopic,
        })),
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

/** A number that names nothing they know tells nothing. */
function itemsTold(tells: readonly number[], knows: readonly Known[]): number[] | undefined {
  const told = knows.map(({ turn }) => turn).filter((turn) => tells.includes(turn));
  return told.length === 0 ? undefined : told;
}
