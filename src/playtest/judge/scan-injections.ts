import type { Injection } from "../../contract/index.ts";
import { normaliseQuote } from "../text/index.ts";
import { injectionRules } from "./injection-rules.ts";
import type { Line } from "./transcript.ts";

const AROUND = 80;
/** What is found is shown; a wall of it is not. */
const MOST = 50;

/**
 * Words that try to instruct the judge. Found by fixed rules, before and apart from the judge: whether it fell for them
 * cannot be left to itself. They are shown and change no score.
 */
export function scanInjections(lines: readonly Line[]): Injection[] {
  const found: Injection[] = [];
  for (const { turn, speaker, text } of lines) {
    const said = latin(normaliseQuote(text));
    // Brackets and line ends are what a frame is imitated with, and are taken out for quotes.
    const framed = latin(
      text
        .normalize("NFKC")
        .replaceAll(/[\p{Cf}]/gu, "")
        .replaceAll(/\s*[\n\r\v\f\u0085\u2028\u2029]\s*/g, "\n")
        .replaceAll(/[^\S\n]+/g, " ")
        .toLowerCase(),
    );
    const kinds = new Map<string, string>();
    for (const { kind, pattern, framed: asFramed } of injectionRules) {
      if (kinds.has(kind)) continue;
      const where = asFramed ? framed : said;
      const match = pattern.exec(where);
      if (match)
        kinds.set(
          kind,
          where
            .slice(
              Math.max(0, match.index - AROUND),
              match.index + Math.min(match[0].length, 2 * AROUND) + AROUND,
            )
            .toWellFormed()
            .trim(),
        );
    }
    for (const [kind, quote] of kinds) found.push({ turn, speaker, kind, quote });
    if (found.length >= MOST) break;
  }
  return found;
}

/** Letters of other scripts that look like Latin ones, a common disguise. */
const alike = new Map(
  [..."аеорсухіјѕԁαεορνικτυ"].map((letter, index) => [letter, [..."aeopcyxijsdaeopviktu"][index]!]),
);
const latin = (text: string): string =>
  text.replaceAll(/[\u0370-\u052f]/g, (letter) => alike.get(letter) ?? letter);
