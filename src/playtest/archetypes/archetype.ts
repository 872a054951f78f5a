/** What an archetype is. Each of the others has a file of its own in this folder, and a line in `archetypes.ts`. */
import type { RelayNoise } from "../../contract/index.ts";

/** How far off the story one player goes in one turn. A spiral is what several make of it together. */
export type TangentIntensity = "light" | "medium" | "heavy";

/** A way of playing: mostly normal engagement, with a quirk that shows now and then. */
export type Archetype = {
  name: string;
  style: string;
  context: string;
  patterns: readonly string[];
  /** In what share of a player's turns the quirk shows. Drawn by seeded dice, never left to the model. */
  quirkFrequency: number;
  testsFor: readonly string[];
  /** The catalog name of the model that plays it. */
  model: "grok" | "qwen" | "deepseek" | "kimi-k2";
  /** What a player is told for a turn in which the quirk shows. */
  quirk: string;
  /** Where the quirk may lead off the story: what such a tangent is about, how often a shown quirk becomes one, and how far it goes. */
  tangent?: { type: string; chance: number; intensity: Readonly<Record<TangentIntensity, number>> };
  /** How often this player, as the spokesperson, relays in which way; the rest of the turns faithfully. */
  relay: Readonly<Partial<Record<Exclude<RelayNoise, "faithful">, number>>>;
  /** How often they react at once to what another player has just said. */
  crossTalk: number;
  /** How this player takes a private moment, and how often they tell the others. */
  inPrivate: { manner: string; shareChance: number };
  /** Whether the audit can hear the quirk in what a player said. Absent: no list of words can tell, as for a joke. */
  quirkIsHeard?: QuirkRule;
  /** What the scripted house cast says when it plays this archetype. */
  house: HouseLines;
};

/**
 * The script of the house cast for one archetype. Slots: {thing} something just told, {npc} somebody in the scene,
 * {other} another player, {their} something that this player spoke of, {option} what could be done, {aside} what a
 * tangent is about, {what} what was told in private. A {thing} can be pointed at and touched: lines say it after "the"
 * or "a", and each pool has some that do without.
 */
type HouseLines = {
  /** How likely they are to want what most at the table want. Default: 0.62. */
  agreement?: number;
  /** Says little: seldom a reaction and a stance together, and never a line that anybody might say. */
  terse?: true;
  /** What they make of what was told. */
  reactions: readonly string[];
  /** What they are for. */
  stances: readonly string[];
  /** The quirk showing. Without `wants` they are still for one of the ways that lie open. */
  quirks: ReadonlyArray<{ says: string; wants?: string }>;
  /** Off the story. The aside is repeated to the spokesperson, so that the narrator can take it up. */
  tangents: ReadonlyArray<{ says: string; aside: string; recap?: boolean }>;
  /** To the narrator alone, after a private moment; and how they begin when they tell the others what it was. */
  answers: readonly string[];
  tellings: readonly string[];
  /** Added when they introduce their character. */
  introductions: readonly string[];
  /** Added before or after the relay when they speak for the group and are not faithful: {action} is what most are for, {own} what the speaker is for. */
  remarks: { before?: readonly string[]; after?: readonly string[] };
};

/** What a player said and wanted in a turn; `both` is the two together, with straight apostrophes. */
type Said = { says: string; wants: string; both: string };
/** Names that may be heard in it: of the other players, and of the people in the story. */
export type KnownNames = { others: readonly string[]; people: readonly string[] };
export type QuirkRule = (said: Said, names: KnownNames) => boolean;

export const says =
  (pattern: RegExp): QuirkRule =>
  ({ both }) =>
    pattern.test(both);

export const mentions = (text: string, names: readonly string[]): boolean =>
  names.some((name) => text.includes(name));

/** Asks something about the world, and not for consent. */
export const asksSomething: QuirkRule = ({ says, wants }) =>
  /^\W*(?:ask|find out|learn)\b/i.test(wants) ||
  (says.match(QUESTION) ?? []).some((question) => ASKING.test(question) && !SUGGESTION.test(question));

const QUESTION = /[^.!?]*\?/g;
/** "Shall we …?" asks for nothing but consent, and "did you see that?" for nothing at all. */
const SUGGESTION =
  /^\W*(?:(?:so|then|and|but|okay|well|maybe|[a-z]+,)\s+)*(?:shall|should|could|can|how about|what about|what if|why not|why don't|maybe|did you|do you|have you|you)\b.*(?:\bwe\b|\byou\b|\bus\b)|\b(?:no|right|couldn't we|shouldn't we|don't you think|aren't we)\s*\?\s*$/i;
const ASKING =
  /\b(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|does|do|did|has|have|can|could|would|will)\b/i;
