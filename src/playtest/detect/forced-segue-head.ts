/**
 * A way back that is none: the group was on about something, and the output begins with words that neither take it up nor
 * belong to the story. They speak of the talk itself, of the telling, or of what the group ought to be doing, and jump.
 */
import type { Story } from "../../contract/index.ts";
import { aboutAsking } from "./asked-words.ts";
import { cueOf, PHRASES, pointsBack, saysNothing, type Kind } from "./forced-segue-words.ts";
import { toldIn } from "./narration.ts";
import type { Observation } from "./observation.ts";
import { sentencesOf, type Span } from "./sentences.ts";
import { read, type Text } from "./text.ts";
import { MARK } from "./word-marks.ts";
import type { Word } from "./word.ts";

/** So much has to speak for it: after the group had strayed; where the first words take something up all the same; and where nobody had strayed. */
const ENOUGH = { strayed: 3, takenUp: 6, plain: 3 };
/** A jump to what nobody spoke of; and one where the group is simply there. */
const JUMP = { told: 1, untold: 3 };
/** For "that", and not a word of what. */
const THAT = 2;
/** A head of fewer words has not said anything yet. */
const SHORTEST = 5;
/** Outputs whose words are still in everybody's ear. */
const LATELY = 2;
/** For so many words of the story itself one point less: who tells much is telling. */
const TELLS = 7;

type Head = { span: Pick<Span, "start" | "end">; words: readonly Word[]; text: string };

/** The words with which an output begins, where they are nothing but a way back; `strayed`: from what the group was on about. */
export function abruptHead(
  observation: Observation,
  { text, told, strayed }: { text: string; told: Text; strayed: boolean },
): Pick<Span, "start" | "end"> | undefined {
  if (observation.earlier.length === 0) return undefined;
  // Who lets somebody speak, or says their words again, has heard them; so has who answers.
  const isOwn = ({ span, words }: Head) =>
    !SPEECH.test(text.slice(span.start, span.end)) && !words.some(({ marks }) => marks & MARK.asks);
  return headsOf(told).find(
    (head) => (strayed ? dropsAndJumps(head, observation) : isNoStory(head, observation)) && isOwn(head),
  )?.span;
}

const SPEECH = /["“”«»]/;

/** The first sentence, and with it the next where it is hardly one: "Quite. And so to the harbour." */
function headsOf(told: Text): Head[] {
  const all = sentencesOf(told);
  const at = all.findIndex(({ from, to }) => to > from);
  if (at < 0) return [];
  const [first, second] = [all[at]!, all[at + 1]];
  const upTo = ({ end, to }: Span): Head => ({
    span: { start: first.start, end },
    words: told.words.slice(first.from, to),
    text: told.text.slice(first.start, end),
  });
  return first.to - first.from >= SHORTEST || !second ? [upTo(first)] : [upTo(first), upTo(second)];
}

/** Nobody had strayed: not a word of the story in it, and enough of the rest. "Very funny." alone drags nobody. */
const isNoStory = (head: Head, observation: Observation): boolean =>
  !head.words.some(tellsOfStory) &&
  head.words.some(({ text }) => (cueOf.get(text)?.kind ?? "talk") !== "talk") &&
  pointsOf(head, observation) >= ENOUGH.plain;

function dropsAndJumps(head: Head, observation: Observation): boolean {
  const { relay, table = [], names } = observation;
  const points = pointsOf(head, observation);
  const jump = isPutThere(head) ? JUMP.untold : JUMP.told;
  if (points + jump < ENOUGH.strayed) return false;
  const said = stemsOf([relay, ...table.slice(-1 - names.length)]);
  // Who was on about nothing has nothing to be torn from.
  if (said.size === 0) return false;
  const takesUp =
    head.words.some((word) => isAbout(word) && said.has(word.stem)) ||
    names.some((name) => head.text.includes(name));
  const missing = (takesUp ? ENOUGH.takenUp : ENOUGH.strayed) - points;
  return missing <= 0 || (missing <= jump && jumps(head, said, observation));
}

function pointsOf({ words, text }: Head, { earlier }: Observation): number {
  const most: Partial<Record<Kind, number>> = {};
  for (const [at, { text: word }] of words.entries()) {
    const cue = cueOf.get(word);
    if (cue && (cue.kind === "telling" ? isTheTelling(words, at) : at <= FIRST || !ONLY_FIRST.has(word)))
      most[cue.kind] = Math.max(most[cue.kind] ?? 0, cue.weight);
  }
  // Who always speaks as one of them does so here as well.
  if (most.voice && earlier.some(({ text }) => toldIn(read(text)).marks & MARK.ours)) most.voice = 0;
  const weights = [
    ...Object.values(most),
    ...PHRASES.map(([phrase, weight]) => (phrase.test(text) ? weight : 0)),
  ];
  const says = weights.reduce((sum, weight) => sum + weight, 0);
  // "That is the miller." points at what is there: something else has to say that it was talk.
  const points = says > 0 && pointsBack(text) ? says + THAT : says;
  const told = words.filter(tellsOfStory).length;
  // "That's okay." is an answer, if a short one.
  if (told === 0) return points + (Object.keys(most).length > 0 ? 1 : 0);
  // Small signs alone are an accident where a story is told.
  return points - Math.floor(told / TELLS) - (points > 0 && points === says && !weights.includes(2) ? 1 : 0);
}

/** At the end of a sentence these are any narrator's: "He does it anyway." */
const ONLY_FIRST = new Set(["anyway", "anyhow", "anyways", "enough", "regardless"]);
const FIRST = 2;

/** And not a tale that somebody in it tells. */
const BEFORE = new Set(["the", "our", "your", "this", "next", "in", "of"]);
const AFTER = new Set("in of on that which he she they you told about from".split(" "));
const isTheTelling = (words: readonly Word[], at: number): boolean =>
  BEFORE.has(words[at - 1]?.text ?? "the") && !AFTER.has(words[at + 1]?.text ?? "");

const tellsOfStory = ({ isContent, text }: Word): boolean =>
  isContent && !cueOf.has(text) && !saysNothing(text);
/** And says what it is about. */
const isAbout = (word: Word): boolean =>
  word.text.length > 2 && tellsOfStory(word) && !aboutAsking(word.text);

function stemsOf(texts: readonly string[]): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const text of texts) for (const word of read(text).words) if (isAbout(word)) stems.add(word.stem);
  return stems;
}

/** There they are, and neither way nor time has passed. */
const PUT_THERE =
  /\byou (?:are (?:\w+ )?(?:at|in|on|before|beside|by|inside|outside|back)|stand|find yourselves|end up)\b|\byour feet carry\b/i;
const isPutThere = ({ text, words }: Head): boolean =>
  PUT_THERE.test(text) && !words.some(({ marks }) => marks & MARK.passing);

/** To somebody or some place of the guide that nobody has spoken of lately. */
function jumps({ words }: Head, said: ReadonlySet<string>, { guide, earlier }: Observation): boolean {
  const here = new Set(words.map(({ stem }) => stem));
  const named = namesIn(guide).filter((name) => name.every((stem) => here.has(stem) && !said.has(stem)));
  if (named.length === 0) return false;
  const heard = stemsOf(earlier.slice(-LATELY).map(({ text }) => text));
  return named.some((name) => !name.some((stem) => heard.has(stem)));
}

/** Somebody is known by any of their names, a place by all of its words. */
const known = new WeakMap<Story, ReadonlyArray<readonly string[]>>();
function namesIn(guide: Story): ReadonlyArray<readonly string[]> {
  let names = known.get(guide);
  if (!names)
    known.set(
      guide,
      (names = [
        ...guide.npcs.flatMap(({ name }) => [...stemsOf([name])].map((stem) => [stem])),
        ...guide.locations.map(({ name }) => [...stemsOf([name])]),
      ].filter(({ length }) => length > 0)),
    );
  return names;
}
