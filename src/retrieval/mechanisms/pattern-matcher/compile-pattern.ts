/** Users' patterns, compiled for folded messages. They run on a linear-time engine. */
import { RE2JS, RE2JSException } from "re2js";
import { squeezePattern } from "./misspellings.ts";
import { fold } from "./normalise.ts";

export type Span = { from: number; to: number };
/** The first match from this place on. */
export type CompiledPattern = (text: string, from?: number) => Span | undefined;

/** A pattern for normalised and one for squeezed texts, or what is wrong with it. */
export function compilePattern(
  pattern: string,
): { normalised: CompiledPattern; squeezed: CompiledPattern } | { wrong: string } {
  const source = foldPattern(pattern);
  try {
    const normalised = compile(source);
    if (normalised("")) return { wrong: "matches the empty message, and therefore every message" };
    const short = squeezePattern(source);
    // Compiling is the slowest step, so this form is compiled when a message first needs it.
    let squeezed: CompiledPattern | undefined = short === source ? normalised : undefined;
    return { normalised, squeezed: (text, from) => (squeezed ??= compile(short))(text, from) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const what = error.message.replace(/^error parsing regexp: /, "").replace("`(?i)", "`");
    return { wrong: `${what}${insteadOf(what)}` };
  }
}

function compile(source: string): CompiledPattern {
  // Folded texts are in lower case: a lower case pattern needs no flag, and the engine is faster without.
  const isLower = !/[A-Z]/.test(source.replaceAll(/\\[WSDB]/g, "")) && !/\\[pQ]|\(\?[^:<]/.test(source);
  const isWide = otherLetter.test(source);
  const compiled = RE2JS.compile(
    RE2JS.translateRegExp(blanksAreBreaks(isWide ? wordsOfAnyScript(source) : source)),
    RE2JS.DOTALL | (isWide ? RE2JS.LOOKBEHINDS : 0) | (isLower ? 0 : RE2JS.CASE_INSENSITIVE),
  );
  return (text, from = 0) => {
    // A plain test is several times cheaper than finding the place.
    if (from === 0 && !compiled.test(text)) return undefined;
    const matcher = compiled.matcher(text);
    return matcher.find(from) ? { from: matcher.start(), to: matcher.end() } : undefined;
  };
}

function insteadOf(what: string): string {
  if (/\(\?<?[=!]/.test(what))
    return '; look-around is not supported: put phrases that should not match in "harmless"';
  if (/\\[1-9k]/.test(what)) return "; back-references are not supported: list the alternatives, as in (a|b)";
  return "";
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

const otherLetter = /[[\p{L}\p{M}]--[a-zA-Z]]/v;
/** Scripts without spaces between words: every position is a boundary. */
const withoutSpaces = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const letter = "\\p{L}\\p{N}\\p{M}_";

/** The engine treats only a to z as letters of a word: next to any other, `\b` would never match. */
const wordsOfAnyScript = (source: string): string =>
  source.replace(token, (text: string, _negated: string | undefined, at: number) => {
    if (text === "\\b") return boundary(source, source.slice(at + 2));
    if (text === "\\B") return "";
    if (text === "\\w") return `[${letter}]`;
    if (text === "\\W") return `[^${letter}]`;
    return text.startsWith("[")
      ? text.replaceAll(/\\(.)/gs, (escaped, sign) => (sign === "w" ? letter : escaped))
      : text;
  });

/** Without look-ahead, a boundary at the end takes the next character along. */
function boundary(source: string, rest: string): string {
  if (withoutSpaces.test(source)) return "";
  if (/^(?:$|[)|])/.test(rest)) return `(?:[^${letter}]|$)`;
  return /^[\p{L}\p{N}([\\]/u.test(rest) ? `(?<![${letter}])` : `(?<=[${letter}])`;
}

/** Expands `{child}`. A word list may use others; `onWrong` gets circular and unknown ones. */
export const expandWords = (
  text: string,
  words: Readonly<Record<string, string>>,
  onWrong: (problem: string) => void,
  within: readonly string[] = [],
): string =>
  text.replace(/\{([a-z]+)\}/g, (written, name: string) => {
    const list = Object.hasOwn(words, name) ? words[name] : undefined;
    if (list === undefined)
      onWrong(`${written} is not in "words" (known: ${Object.keys(words).join(", ") || "none"})`);
    else if (within.includes(name)) onWrong(`${written} in "words" refers to itself`);
    else return `(?:${expandWords(list, words, onWrong, [...within, name])})`;
    return name;
  });
