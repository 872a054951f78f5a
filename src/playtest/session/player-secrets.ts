/**
 * A player's private tellings: whether the dice let them share one now, and what must be cut from their words to
 * protect a secret they keep. Models forget; code does not.
 */
import type { PlayerAgent, TurnRecord } from "../../contract/index.ts";
import { keepSecrets, publicPart, tableTalk } from "../agents/index.ts";
import { drawSharing } from "../archetypes/index.ts";
import { storyWords } from "../text/index.ts";
import type { SessionState } from "./apply-turn.ts";

/** The turn as the table sees it. */
export type TableTurn = { state: SessionState; turn: number; narration: string };

type Secret = { turn: number; content: string };

export type PlayerSecrets = {
  /** The one they tell in this turn. */
  tells?: Secret;
  /** They have never had a private moment before. */
  first: boolean;
  keeps: string[];
};

/** For this many turns a player who did not tell what the dice wanted is reminded. */
const REMINDED_TURNS = 2;

/** A secret counts as told with this many of its own words, as a share and at least. */
const TOLD_SHARE = 0.6;
const TOLD_WORDS = 3;

/** With this many common words two secrets are about the same matter. */
const LINKING_WORDS = 4;

/** The secret a player tells in this turn, by the dice, and those they keep. `told`: what they alone heard just now. */
export function secretsOf(player: PlayerAgent, told: string, table: TableTurn): PlayerSecrets {
  const { state, turn } = table;
  const { seat, archetype } = player;
  const { seed, replicate } = state.config;
  const unshared: Secret[] = [
    ...state.privateMoments.filter(
      (moment) => moment.seat === seat && !moment.shared && !isOut(moment, player, table),
    ),
    ...(told === "" ? [] : [{ turn, content: told }]),
  ];
  const isDue = (moment: Secret) => {
    const after = drawSharing(archetype, { seed, replicate, turn: moment.turn, seat });
    return after !== undefined && turn >= moment.turn + after && turn <= moment.turn + after + REMINDED_TURNS;
  };
  // One at a time; the latest first.
  const tells = unshared.findLast(isDue);
  return {
    tells,
    first: !state.privateMoments.some((moment) => moment.seat === seat),
    // Telling one secret makes it impossible to keep another about the same matter.
    keeps: unshared
      .map(({ content }) => content)
      .filter((content) => !tells || (content !== tells.content && !isLinked(content, tells.content))),
  };
}

/**
 * Cuts the sentences that reveal a kept secret. Each secret separately: words of two in one sentence reveal neither.
 */
export function cutSecrets(
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

/** The same for everything in a player's reply: `texts` are what they say, want and tell. */
export function cutReplySecrets(
  { says, wants, tells: given }: { says: string; wants: string; tells: string | null },
  { tells: due, keeps }: PlayerSecrets,
  known: () => string,
): { texts: string[]; withheld: string[] } {
  const tells = due ? (given ?? "") : "";
  const aloud = cutSecrets([says, wants], { secrets: keeps, known });
  // A telling resembles their other knowledge: it reveals only a secret that it mostly contains.
  const told = cutSecrets([tells], {
    secrets: keeps.filter((secret) => tellsMost(secret, [storyWords(tells)])),
    known,
  });
  return { texts: [...aloud.texts, ...told.texts], withheld: [...aloud.withheld, ...told.withheld] };
}

/** Separates the telling from the rest: some models put it into `says` instead of `tells`. */
export function separateTelling(
  { says, tells }: { says: string; tells: string },
  { tells: due }: PlayerSecrets,
  known: () => string,
): [says: string, tells: string] {
  if (!due) return [says, ""];
  const telling = tells.trim();
  if (telling !== "") return [says, telling];
  const { texts, withheld } = keepSecrets([says], { secret: due.content, known });
  return [texts[0]!, withheld.join(" ")];
}

/** What a player may say: everything public, and their own words. */
export function knownTo(
  { generatedBackstory, characterForStory }: PlayerAgent,
  { state: { config, records }, narration }: TableTurn,
): string {
  const names = config.group.players.map(({ name }) => name);
  const heard = records.flatMap((record) => [
    publicPart(record.narrator.text, record.classification),
    ...tableTalk(record).map(({ says }) => says),
    record.relay?.text ?? "",
  ]);
  const { title, premise } = config.storyGuide;
  return [...names, title, premise, generatedBackstory, characterForStory, ...heard, narration].join("\n");
}

/** Whether the narrator itself has since said it in public. */
function isOut(
  { turn: toldAt, content }: Secret,
  { characterForStory }: PlayerAgent,
  { state: { config, records }, narration }: TableTurn,
): boolean {
  const publicly = (all: readonly TurnRecord[]) =>
    all.map(({ narrator, classification }) => storyWords(publicPart(narrator.text, classification)));
  const before = [
    ...publicly(records.filter((record) => record.turn <= toldAt)),
    ...config.group.players.map(({ name }) => storyWords(name)),
    storyWords(characterForStory),
  ];
  const since = [...publicly(records.filter((record) => record.turn > toldAt)), storyWords(narration)];
  return tellsMost(content, since, before);
}

type Words = ReadonlySet<string>;

function tellsMost(secret: string, said: readonly Words[], known: readonly Words[] = []): boolean {
  const own = [...storyWords(secret)].filter((word) => !known.some((heard) => heard.has(word)));
  const told = own.filter((word) => said.some((heard) => heard.has(word)));
  return told.length >= TOLD_WORDS && told.length >= own.length * TOLD_SHARE;
}

function isLinked(one: string, other: string): boolean {
  const words = storyWords(other);
  return [...storyWords(one)].filter((word) => words.has(word)).length >= LINKING_WORDS;
}
