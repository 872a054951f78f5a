/**
 * Users' patterns, compiled for messages. They run on a linear-time engine, except for those with letters other than a
 * to z: the boundaries of their words need look-around, which that engine lacks.
 */
import { RE2JS, RE2JSException } from "re2js";
import { literalPattern } from "../../../kernel/literal-pattern.ts";
import { squeezePattern } from "./misspellings.ts";
import { fold, type Normalised } from "./normalise.ts";
import { parsePattern, requiredLiterals } from "./pattern-tree.ts";

export type Span = { from: number; to: number };
export type CompiledPattern = {
  /** The first match from this place on. */
  find: (reading: Pick<Normalised, "text" | "lines">, from?: number) => Span | undefined;
};
type TextFinder = (text: string, from?: number) => Span | undefined;

/** A pattern for normalised and one for squeezed texts, or what is wrong with it. */
export function compilePattern(
  pattern: string,
): { normalised: CompiledPattern; squeezed: CompiledPattern } | { wrong: string } {
  const source = foldPattern(pattern);
  const isWide = speaksOfOtherLetters(source);
  const compile = (text: string): Find => {
    const found = linear(text);
    return isWide && typeof found === "function" ? withWideWords(text) : found;
  };
  const find = compile(source);
  if (typeof find !== "function") return find;
  if (find("")) return { wrong: "matches the empty message, and therefore every message" };
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
      // Hardly any rule needs its regex for a message: this halves the time of a check.
      if (candidate && !candidate.test(text)) return undefined;
      return findInLines && lines !== text ? findInLines(lines, from) : find(text, from);
    },
  };
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
    return { wrong: `${what}${insteadOf(what)}` };
  }
}

function insteadOf(what: string): string {
  if (/\(\?<?[=!]/.test(what))
    return '; look-around is not supported: put phrases that should not match in "harmless"';
  if (/\\[1-9k]/.test(what)) return "; back-references are not supported: list the alternatives, as in (a|b)";
  return "";
}

/** Folded texts are in lower case: a lower case pattern needs no flag, and the engine is faster without. */
const isInSmallLetters = (source: string): boolean =>
  !/[A-Z]/.test(source.replaceAll(/\\[WSDB]/g, "")) && !/\\[pQ]|\(\?[^:<]/.test(source);

/** The linear-time engine knows only words of a to z. */
function withWideWords(source: string): Find {
  try {
    const compiled = new RegExp(wordsOfAnyScript(source.replace(/^\(\?i\)/, "")), "gisu");
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
