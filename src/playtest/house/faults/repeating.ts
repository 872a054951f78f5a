/** Narrators who repeat themselves: one on planted turns, two by chance. */
import { type Fault, plain, isPlanted, type Performance, performAgain } from "./perform.ts";
import type { Dice } from "../../../kernel/dice/index.ts";
import { splitSentences, words } from "../../text/index.ts";
import { withoutPrivate } from "../narrator/telling.ts";
import type { Scene } from "../narrator/scene.ts";

/** Repeats an earlier output, verbatim or nearly. */
export const looping: Fault = (scene) => {
  const { turn, dice, story } = scene;
  const sources =
    isPlanted(dice, "looping", turn) && !story.ended
      ? repeatable(scene).filter((output) => !isPlanted(dice, "looping", output.turn))
      : [];
  if (sources.length === 0) return plain(scene);
  return repeat(scene, {
    fault: "looping",
    source: dice.now("source").pick(sources),
    share: dice.now("edit").pick([0, 0, 0.1, 0.2, 0.3]),
  });
};

const FIRST = 5;

/**
 * Repeats an earlier output with the same probability each turn. Its dice also depend on its prompt: under two prompts
 * that differ in a letter it is equally good but draws differently. So the true difference between two arms is known,
 * and statistics can be checked against it.
 */
const repeating =
  (fault: string, chance: number): Fault =>
  (scene) => {
    const { turn, story, dice, luck } = scene;
    const drawn = dice.always("fault", fault, luck, turn);
    const sources = turn >= FIRST && !story.ended && drawn.next() < chance ? repeatable(scene) : [];
    const source = sources[Math.floor(drawn.next() * sources.length)];
    return source ? repeat(scene, { fault, source, share: 0 }) : plain(scene);
  };

export const noisy = repeating("noisy", 0.2);
export const noisier = repeating("noisier", 0.5);

const FIRST_OF_STORY = 3;
/** How far back a narrator reaches, and the minimum length worth repeating. */
const REACH = 10;
const LEAST_WORDS = 80;

/** Earlier story outputs, without private tellings: repeating those would be another fault. */
const repeatable = ({ turn, story }: Scene): Source[] =>
  story.outputs
    .filter((output) => output.turn >= Math.max(FIRST_OF_STORY, turn - REACH))
    .map((output) => ({ turn: output.turn, text: withoutPrivate(output.text) }))
    .filter(({ text }) => text.split(/\s+/).length >= LEAST_WORDS);

/** Repeats `source`, with this share of its words edited. */
function repeat(
  scene: Scene,
  { fault, source, share }: { fault: string; source: Source; share: number },
): Performance {
  const { text, quote, against } = sayAgain(source, {
    share,
    dice: scene.dice.now("words"),
    others: scene.story.outputs.filter(({ turn }) => turn !== source.turn).map((output) => output.text),
  });
  return performAgain(scene, text, {
    fault,
    kind: share === 0 ? "loop-verbatim" : `loop-edited-${Math.round(share * 100)}`,
    turn: scene.turn,
    about: `turn ${source.turn}`,
    text,
    finding: "loop",
    ...(quote !== "" && { quote, against }),
  });
}

type Source = { turn: number; text: string };

/**
 * Repeats an earlier output. Exactly this share of its words is left out, doubled or replaced; the new words come from
 * elsewhere in the session. Markers are unchanged.
 */
function sayAgain(
  source: Source,
  { share, dice, others }: { share: number; dice: Dice; others: readonly string[] },
): { text: string; quote: string; against: Source } {
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
