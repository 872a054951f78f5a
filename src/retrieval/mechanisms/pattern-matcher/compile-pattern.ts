/**
 * Users' patterns, compiled for messages. They run on a linear-time engine unless they need look-around; then a bound
 * on the backtracking is proved first, so that no message can hang a check.
 */
import { RE2JS, RE2JSException } from "re2js";
import { literalPattern } from "../../../kernel/literal-pattern.ts";
import { backtrackingSteps } from "./backtracking-bound.ts";
import { squeezePattern } from "./misspellings.ts";
import { fold, type Normalised } from "./normalise.ts";
import { parsePattern, requiredLiterals } from "./pattern-tree.ts";

export type Span = { from: number; to: number };
export type CompiledPattern = {
  /** The first match from this place on. */
  find: (reading: Pick<Normalised, "text" | "lines">, from?: number) => Span | undefined;
};
type TextFinder = (text: string, from?: number) => Span | undefined;

/** Enough for patterns that people write, few enough that a long message is quick. */
const MOST_STEPS = 10_000;

/** A pattern for normalised and one for squeezed texts, or what is wrong with it. */
export function compilePattern({
  pattern,
  lookaround,
}: {
  pattern: string;
  lookaround: boolean;
}): { normalised: CompiledPattern; squeezed: CompiledPattern } | { wrong: string } {
  const source = foldPattern(pattern);
  const isWide = speaksOfOtherLetters(source);
  const isWideBoundary = isWide && hasBoundary(source);
  const engine = lookaround || isWideBoundary ? withLookAround : linear;
  const compile = (text: string) => engine(isWide ? wordsOfAnyScript(text) : text);
  const find = compile(source);
  const wrong =
    typeof find !== "function"
      ? find.wrong
      : find("")
        ? "matches the empty message, and therefore every message"
        : engine === withLookAround
          ? mayTakeLong(source)
          : undefined;
  if (typeof find !== "function" || wrong !== undefined)
    return {
      wrong:
        isWideBoundary && !lookaround
          ? `${wrong} (\\b beside letters other than a to z needs that engine)`
          : wrong!,
    };
  const normalised = compiled(source, compile, find);
  const short = squeezePattern(source);
  return { normalised, squeezed: short === source ? normalised : compiled(short, compile) };
}

/** Compiling is the slowest step, so each form is compiled when a message first needs it. */
function compiled(source: string, compile: (source: string) => Find, whole?: TextFinder): CompiledPattern {
  const whenNeeded = (text: string, known?: TextFinder): TextFinder => {
    let find = known;
    return (message, from) => (find ??= sure(compile(text), text))(message, from);
  };
  const find = whenNeeded(source, whole);
  // Between \Q and \E a space is a space.
  const findInLines = source.includes("\\Q") ? undefined : whenNeeded(blanksAreBreaks(source));
  const tree = parsePattern(source);
  const literals = tree && requiredLiterals(tree);
  const candidate = literals && new RegExp(literals.map(literalPattern).join("|"), "u");
  return {
    find({ text, lines }, from) {
      // With thousands of rules this keeps a message fast: hardly any rule needs its regex.
      if (candidate && !candidate.test(text)) return undefined;
      return findInLines && lines !== text ? findInLines(lines, from) : find(text, from);
    },
  };
}

function mayTakeLong(source: string): string | undefined {
  const tree = parsePattern(source);
  if (!tree)
    return "may be too slow; with look-around, only groups, alternatives, character classes and counted repetitions are allowed";
  const bound = backtrackingSteps(tree);
  if ("endless" in bound)
    return `"${bound.endless}" may be too slow with look-around; give it a maximum, such as {0,40}`;
  return bound.steps > MOST_STEPS
    ? `may take ${bound.steps} steps at each position of a message (maximum with look-around: ${MOST_STEPS}); shorten it or split it into two rules`
    : undefined;
}

type Find = TextFinder | { wrong: string };

/** Linear time for every pattern. */
function linear(source: string): Find {
  try {
    const compiled = RE2JS.compile(
      RE2JS.translateRegExp(source),
      RE2JS.DOTALL | (isInSmallLetters(source) ? 0 : RE2JS.CASE_INSENSITIVE),
    );
    return (text, from = 0) => {
      // A plain test is several times cheaper than finding the place.
      if (from === 0 && !compiled.test(text)) return undefined;
      const matcher = compiled.matcher(text);
      return matcher.find(from) ? { from: matcher.start(), to: matcher.end() } : undefined;
    };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const what = error.message.replace(/^error parsing regexp: /, "").replace("`(?i)", "`");
    return { wrong: /\(\?<?[=!]/.test(what) ? `${what}; look-around needs "lookaround": true` : what };
  }
}

/** Folded texts are in lower case: a lower case pattern needs no flag, and the engine is faster without. */
const isInSmallLetters = (source: string): boolean =>
  !/[A-Z]/.test(source.replaceAll(/\\[WSDB]/g, "")) && !/\\[pQ]|\(\?[^:<]/.test(source);

function withLookAround(source: string): Find {
  try {
    const compiled = new RegExp(source.replace(/^\(\?i\)/, ""), "gisu");
    return (text, from = 0) => {
      compiled.lastIndex = from;
      const found = compiled.exec(text);
      return found ? { from: found.index, to: found.index + found[0].length } : undefined;
    };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { wrong: error.message.replace(/^Invalid regular expression: .*: /, "") };
  }
}

/** The squeezed and the multi-line form of a valid pattern are valid. */
function sure(find: Find, source: string): TextFinder {
  if (typeof find !== "function") throw new Error(`"${source}": ${find.wrong}`);
  return find;
}

const piece =
  /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|\\.|[^\\]\p{M}*/giu;
const special = /[\\^$.*+?()[\]{}|/]/;
const specialInClass = /[\\^\]-]/;

/**
 * Messages are folded before matching, so literals of a pattern must be folded as well: "can’t" with a typographic
 * apostrophe, "\u2019", or an accented letter would never match otherwise.
 */
function foldPattern(source: string): string {
  let inClass = false;
  const parts = [...source.matchAll(piece)].map(([written, ...codes]) => {
    const code = codes.find((digits) => digits !== undefined);
    if (code === undefined) {
      if (written === "[") inClass = true;
      if (written === "]") inClass = false;
      // No such space is left in a message.
      if (/^\\[tfvr]$/.test(written)) return " ";
      if (written.startsWith("\\") || /^[ -_a-~]$/.test(written)) return written;
    }
    const point = code === undefined ? 0 : Number.parseInt(code, 16);
    if (point > 0x10ffff) return written;
    const literal = fold(code === undefined ? written : String.fromCodePoint(point));
    return [...literal]
      .map((unit) => ((inClass ? specialInClass : special).test(unit) ? `\\${unit}` : unit))
      .join("");
  });
  // A folded message has no two spaces in a row.
  return parts.join("").replaceAll(/(?<!\\) {2,}(?![*+?{])/g, " ");
}

const token = /\\.|\[(\^?)(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|./gsu;

/** A space also matches a line break. In a class such as `[^\w ]` it does not: there a line break ends a sentence. */
const blanksAreBreaks = (source: string): string =>
  source.replace(token, (text, negated: string | undefined) => {
    if (text === " ") return "[ \\n]";
    return negated === "" && / /.test(text) ? `[\\n${text.slice(1)}` : text;
  });

const letter = "\\p{L}\\p{N}\\p{M}_";
/** Scripts without spaces between words have a boundary everywhere. */
const inWord = `(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}])[${letter}]`;

/** The engines treat only a to z as word letters: next to any other, `\b` would never match. */
const speaksOfOtherLetters = (source: string): boolean => /[[\p{L}\p{M}]--[a-zA-Z]]/v.test(source);

const hasBoundary = (source: string): boolean =>
  [...source.matchAll(token)].some(([text]) => /^\\b$/i.test(text));

/** `\b` and `\B` become look-around. */
const wordsOfAnyScript = (source: string): string =>
  source.replace(token, (text) => {
    if (text === "\\b") return `(?:(?<!${inWord})|(?!${inWord}))`;
    if (text === "\\B") return `(?<=${inWord})(?=${inWord})`;
    if (text === "\\w") return `[${letter}]`;
    if (text === "\\W") return `[^${letter}]`;
    return text.startsWith("[")
      ? text.replaceAll(/\\(.)/gs, (escaped, sign) => (sign === "w" ? letter : escaped))
      : text;
  });

/** Expands `{child}`. A word list may use others; a circular one is an error. */
export function expandWords(
  pattern: string,
  words: Readonly<Record<string, string>>,
): { source: string } | { wrong: string } {
  try {
    return { source: expand(pattern, words, []) };
  } catch (reason) {
    if (reason instanceof BadWords) return { wrong: reason.message };
    throw reason;
  }
}

class BadWords extends Error {}

function expand(text: string, words: Readonly<Record<string, string>>, within: readonly string[]): string {
  return text.replace(/\{([a-z]+)\}/g, (written, name: string) => {
    const list = Object.hasOwn(words, name) ? words[name] : undefined;
    if (list === undefined)
      throw new BadWords(`${written} is not in "words" (known: ${Object.keys(words).join(", ") || "none"})`);
    if (within.includes(name)) throw new BadWords(`${written} in "words" refers to itself`);
    return `(?:${expand(list, words, [...within, name])})`;
  });
}
