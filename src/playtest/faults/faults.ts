/** The wording of planted faults, for house narrators and `bench detectors`. */
import type { Dice } from "../../kernel/dice/index.ts";
import { splitSentences, words } from "../text/index.ts";

/** A fault in words: its text, the words to quote, and the earlier words it conflicts with. */
export type Planting = { text: string; quote: string; against?: { turn: number; text: string } };

/** Chooses a line of a pool and fills its slots. */
export type Choose = (
  pool: readonly string[],
  purpose: string,
  slots?: Readonly<Record<string, string | undefined>>,
) => string;

type Source = { turn: number; text: string };

/** Shares of edited words with a name of their own: `loop-edited-20`. */
export const editedShares = [10, 20, 30, 40, 50] as const;

/**
 * Repeats an earlier output. Exactly this share of its words is left out, doubled or replaced; the new words come from
 * elsewhere in the session. Markers are unchanged.
 */
export function sayAgain(
  source: Source,
  { share, dice, others }: { share: number; dice: Dice; others: readonly string[] },
): Planting {
  const vocabulary = share === 0 ? [] : others.flatMap(words);
  // Words and separators in turn: odd places hold words, or markers.
  const pieces = source.text.split(/(\[\[[^\]]*\]\]|[\p{L}\p{N}'’-]+)/u);
  const places = [...pieces.keys()].filter((at) => at % 2 === 1 && !pieces[at]!.startsWith("[["));
  const chosen = new Set(dice.shuffle(places).slice(0, Math.round(share * places.length)));
  const longest = longestSentence(source.text);
  let [text, quote, at] = ["", "", 0];
  for (const [index, piece] of pieces.entries()) {
    const said = chosen.has(index) ? edited(piece) : piece;
    if (at >= longest.start && at < longest.end) quote += said;
    text += said;
    at += piece.length;
  }
  return {
    text,
    quote: quote.trim(),
    against: { turn: source.turn, text: source.text.slice(longest.start, longest.end).trim() },
  };

  function edited(word: string): string {
    const other = vocabulary.length === 0 ? "" : dice.pick(vocabulary);
    const kind = dice.int(10);
    return kind < 2 ? "" : kind < 4 ? `${word} ${other}` : other;
  }
}

/** Long enough to be recognised, and short enough to be quoted. */
const longestSentence = (text: string) =>
  splitSentences(text)
    .filter(({ start, end }) => !text.slice(start, end).includes("[["))
    .reduce((one, other) => (other.end - other.start > one.end - one.start ? other : one), {
      start: 0,
      end: 0,
    });

const waiting: readonly string[] = [
  "You say so, {name}, and it is noted.",
  "Yes. That could be done.",
  "{name} has spoken, and the words are still there when the silence comes.",
  "I hear you, and I understand what you mean to do.",
  "You mean it, that much is plain.",
  "That is one way to see it, {name}.",
  "The thought is a good one, and you have it together.",
  "It is as {name} says, or near enough.",
  "You are ready, and being ready takes a while.",
  "So you have decided, and the decision stands there with you.",
  "You agree among yourselves, at some length.",
  "A fine intention, {name}, and nobody disputes it.",
  "All of this is true.",
  "You have said it clearly, and I have heard it clearly.",
  "There is much to be said for that.",
  "{name} nods, and the others nod, and there is a great deal of nodding.",
];

const nothing: readonly string[] = [
  "For now, nothing changes.",
  "You remain where you are, and so does everything else.",
  "The moment does not pass.",
  "You wait a little, and then a little more.",
  "Nothing stirs, and nothing is different from what it was.",
  "It has not come to anything yet.",
  "What you see is what you saw.",
  "Time goes by in its usual manner.",
  "Perhaps later something will come of it.",
  "You stand, you look, you stand.",
  "No door opens and none closes.",
  "The air is as it was, and you breathe it.",
  "It is not yet the time for that.",
  "You are exactly as far as before.",
  "Everything is still about to happen.",
  "Your plan is a plan, and remains one.",
];

/** Acknowledges what the group does, without any result. */
export function refuseProgress(name: string | undefined, choose: Choose): Planting {
  const text = `${choose(waiting, "waiting", { name })} ${choose(nothing, "nothing")}`;
  return { text, quote: text };
}

const leads: readonly string[] = [
  "What {name} alone was told is soon said to all of you:",
  "By now it can be told what {name} has been keeping:",
  "You all know {name}'s secret, of course:",
  "It is no longer between {name} and me:",
  "The others may as well have it in {name}'s place:",
];

/** Words that reveal one player's private telling to everybody. */
export function giveAway(secret: { turn: number; name: string; text: string }, choose: Choose): Planting {
  const text = `${choose(leads, "leak", { name: secret.name })} "${secret.text.replaceAll('"', "'")}"`.trim();
  return { text, quote: text, against: { turn: secret.turn, text: secret.text } };
}

const segues: readonly string[] = [
  "Anyway, back to the story.",
  "Moving on.",
  "Anyway, where were we?",
  "Enough of that, back to the matter at hand.",
  "That is neither here nor there, so let us get back to the story.",
  "Anyway. Back to what matters.",
  "Let us get back on track.",
  "Now, returning to the story.",
  "Be that as it may, back to the plot.",
  "As I was saying before I was interrupted.",
  "Okay, moving right along.",
  "Let's get back to the adventure, shall we?",
];

/** Words that drag a group back to the story. */
export function forceBack(choose: Choose): Planting {
  const text = choose(segues, "segue");
  return { text, quote: text };
}
