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
  keepSecrets,
  LONGEST_SAID,
  playerAgainPrompt,
  playerPrompt,
  playerReply,
  publicPart,
  relayPrompt,
  tableTalk,
  toldTo,
  type PlayerReply,
} from "../agents/index.ts";
import { drawCrossTalk, drawRelay, drawSharing, drawTurn } from "../archetypes/index.ts";
import { InvalidReplyError } from "../../kernel/models/index.ts";
import { storyWords } from "../text/index.ts";
import { answeredAs } from "./answered-as.ts";
import type { Cast } from "./cast.ts";
import { offTopicOf } from "./off-topic.ts";
import type { SessionState } from "./session-state.ts";

export type TableOptions = {
  state: SessionState;
  cast: Cast;
  turn: number;
  phase: Phase;
  /** The narrator's output, and what everybody heard of it. */
  text: string;
  narration: string;
  classification: Classification;
};

/** After how many turns a player who did not tell what the dice wanted them to tell is left alone. */
const REMINDED = 2;
/** The spokesperson's own relays that come back to them. */
const RELAYS = 2;

/** The share of a secret's own words, and the least number, that tell it. */
const MOSTLY = 0.6;
const LEAST_OUT = 3;

/** What happens at the table after the narrator has spoken: first answers all at once, reactions where they are drawn, and what the spokesperson makes of it. */
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
  // Before the story everybody answers the narrator for themselves.
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
    const sharing = sharingOf(player, told);
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
    const keep = ({ says, wants, tells: given }: PlayerReply) => {
      const tells = sharing.tells ? (given ?? "") : "";
      const known = () => knownTo(player);
      const aloud = keepEach([says, wants], { secrets: sharing.keeps, known });
      // A telling is close to what else they know: only one that tells most of another secret tells it.
      const told = keepEach([tells], {
        secrets: sharing.keeps.filter((secret) => tellsMost(secret, [storyWords(tells)])),
        known,
      });
      return { texts: [...aloud.texts, ...told.texts], withheld: [...aloud.withheld, ...told.withheld] };
    };
    let { object: whole, model: answered } = await ask(call, prompt);
    let kept = keep(whole);
    const { withheld } = kept;

    let askedAgain = false;
    if (withheld.length > 0) {
      const again = await ask(`${call}/again`, playerAgainPrompt(prompt, { reply: whole, withheld })).catch(
        (error: unknown) => {
          // The first answer is there, without the sentences that tell.
          if (error instanceof InvalidReplyError) return undefined;
          throw error;
        },
      );
      if (again) {
        ({ object: whole, model: answered } = again);
        kept = keep(whole);
        askedAgain = true;
      }
    }
    const [says, tells] = tellingIn({ says: kept.texts[0]!, tells: kept.texts[2]! }, sharing, player);
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

  /** What the dice say about this player's secrets: which one they tell now, and what they keep. */
  function sharingOf(player: PlayerAgent, told: string) {
    const { seat, archetype } = player;
    const unshared = [
      ...state.privateMoments.filter(
        (moment) => moment.seat === seat && !moment.shared && !isOut(moment, player),
      ),
      ...(told === "" ? [] : [{ turn, content: told }]),
    ];
    const isDue = (moment: { turn: number }) => {
      const after = drawSharing(archetype, { seed, replicate, turn: moment.turn, seat });
      return after !== undefined && turn >= moment.turn + after && turn <= moment.turn + after + REMINDED;
    };
    // One at a time; what was told just now first.
    const tells = unshared.findLast(isDue);
    return {
      tells,
      first: !state.privateMoments.some((moment) => moment.seat === seat),
      // A secret that the one they tell is about cannot be kept.
      keeps: unshared
        .map(({ content }) => content)
        .filter((content) => !tells || (content !== tells.content && !isLinked(content, tells.content))),
    };
  }

  /** Has the narrator itself said it in front of everybody since? */
  function isOut({ turn: toldAt, content }: { turn: number; content: string }, player: PlayerAgent): boolean {
    const publicly = (all: readonly TurnRecord[]) =>
      all.map(({ narrator, classification }) => storyWords(publicPart(narrator.text, classification)));
    const before = [
      ...publicly(records.filter((record) => record.turn <= toldAt)),
      ...names.map(storyWords),
      storyWords(player.characterForStory),
    ];
    const since = [...publicly(records.filter((record) => record.turn > toldAt)), storyWords(narration)];
    return tellsMost(content, since, before);
  }

  /** What is said aside from the telling, and the telling: models that are asked for it in `tells` put it into `says` at times. */
  function tellingIn(
    { says, tells }: { says: string; tells: string | null },
    sharing: { tells?: { content: string } },
    player: PlayerAgent,
  ): [says: string, tells: string] {
    if (!sharing.tells) return [says, ""];
    const telling = (tells ?? "").trim();
    if (telling !== "") return [says, telling];
    const { texts, withheld } = keepSecrets([says], {
      secret: sharing.tells.content,
      known: () => knownTo(player),
    });
    return [texts[0]!, withheld.join(" ")];
  }

  /** What this player may say: whatever everybody has heard, and what is their own. */
  function knownTo({ generatedBackstory, characterForStory }: PlayerAgent, upTo = turn): string {
    const before = records.filter((record) => record.turn <= upTo);
    const heard = before.flatMap((record) => [
      publicPart(record.narrator.text, record.classification),
      ...tableTalk(record).map(({ says }) => says),
      record.relay?.text ?? "",
    ]);
    const { title, premise } = config.storyGuide;
    const now = upTo === turn ? [narration] : [];
    return [...names, title, premise, generatedBackstory, characterForStory, ...heard, ...now].join("\n");
  }

  async function reactToOthers(seat: number): Promise<CrossTalk> {
    const player = group.players[seat]!;
    const model = cast.players[seat]!;
    const own = players.find((each) => each.seat === seat)!;
    const told = toldTo(text, classification, seat);
    const said = tableTalk({ players }).filter((line) => line.seat !== seat);
    const tells = own.private?.telling ?? own.shares?.telling ?? null;
    // What they were to tell and did not tell is not for a passing remark.
    const sharing = sharingOf(player, told);
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
    const { texts, withheld } = keepEach([cutText(object.says, LONGEST_SAID)], {
      secrets: kept,
      known: () => [knownTo(player), ...said.map(({ says }) => says)].join("\n"),
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
        before: records.flatMap(({ relay }) => relay?.text ?? []).slice(-RELAYS),
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

/** A player who shares and tells nothing has shared nothing. One who answers only aloud has answered the narrator so: with all of it, also what the others do not hear. */
const privateTurn = (
  answer: string,
  { aloud, telling }: { aloud: string; telling: string },
): PlayerTurn["private"] => ({
  answer: answer.trim() === "" ? aloud : answer,
  share: telling !== "",
  telling: telling === "" ? undefined : telling,
});

/** Are most of a secret's own words in what was said? */
function tellsMost(secret: string, said: Words[], known: Words[] = []): boolean {
  const own = [...storyWords(secret)].filter((word) => !known.some((heard) => heard.has(word)));
  const told = own.filter((word) => said.some((heard) => heard.has(word)));
  return told.length >= LEAST_OUT && told.length >= own.length * MOSTLY;
}
type Words = ReadonlySet<string>;

/** So many words in common make two secrets one matter. */
const LINKED = 4;
function isLinked(one: string, other: string): boolean {
  const words = storyWords(other);
  return [...storyWords(one)].filter((word) => words.has(word)).length >= LINKED;
}

/** Each secret by itself: words of two secrets in one sentence tell neither. */
function keepEach(
  texts: readonly string[],
  { secrets, known }: { secrets: readonly string[]; known(): string },
): { texts: string[]; withheld: string[] } {
  let left = [...texts];
  const withheld: string[] = [];
  for (const secret of secrets) {
    const kept = keepSecrets(left, { secret, known });
    left = kept.texts;
    withheld.push(...kept.withheld);
  }
  return { texts: left, withheld };
}
