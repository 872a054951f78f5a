/**
 * "i wanna dieeee", "kiill myself": a letter too many is the commonest way to miss a phrase. With every run of a
 * letter reduced to one, in the message and in the pattern alike, they read the same as without it. Words that differ
 * by nothing else (lose and loose) become one, so this is for rules where a miss is worse than an alarm.
 */
import type { Normalised } from "./normalise.ts";

const run = /([a-z])\1+/g;

export const squeeze = ({ text, lines, original, counts }: Normalised): Normalised => {
  const inFull =
    <Answer>(ask: (from: number, to: number) => Answer) =>
    (from: number, to: number): Answer => {
      const starts = runStarts(text);
      return ask(starts[from]!, starts[to]!);
    };
  const short = text.replace(run, "$1");
  return {
    text: short,
    lines: lines === text ? short : lines.replace(run, "$1"),
    original: inFull(original),
    ...(counts && { counts: inFull(counts) }),
  };
};

/** Of each unit of the squeezed text: where its run begins; the next one's begin is its end. Few messages need it. */
function runStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (at === 0 || letter !== text[at - 1] || letter < "a" || letter > "z") starts.push(at);
  }
  return [...starts, text.length];
}

const token =
  /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[a-z-]*:|<?[=!]|P?<\w+>))?|(?<quantifier>[*+?]\??|\{\d+(?:,\d*)?\}\??)|./gsu;

/** Across the border of a group nothing is left out: `hit(?:s|ting)` asks for both t's still, `hits|hitting` does not. */
export function squeezePattern(source: string): string {
  const tokens = [...source.matchAll(token)];
  return tokens
    .filter(
      ([text], at) =>
        !(
          /^[a-z]$/i.test(text) &&
          text.toLowerCase() === tokens[at - 1]?.[0].toLowerCase() &&
          tokens[at + 1]?.groups?.["quantifier"] === undefined
        ),
    )
    .map(([text]) => text)
    .join("");
}
