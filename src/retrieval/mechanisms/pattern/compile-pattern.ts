import { RE2JS, RE2JSException } from "re2js";
import { backtrackingSteps } from "./backtracking-bound.ts";
import { foldPattern } from "./fold-pattern.ts";
import type { Normalised } from "./normalise.ts";
import { parsePattern } from "./parse-pattern.ts";
import { requiredLiterals } from "./required-literals.ts";
import { squeezePattern } from "./squeeze.ts";
import { blanksAreBreaks, hasBoundary, speaksOfOtherLetters, wordsOfAnyScript } from "./widen-pattern.ts";

type Span = { from: number; to: number };
export type CompiledPattern = {
  /** One of these is in every text that it matches; without any it must always be tried. */
  literals: readonly string[] | undefined;
  /** The first place, from this one on, where it matches. */
  find: (reading: Pick<Normalised, "text" | "lines">, from?: number) => Span | undefined;
};
type TextFinder = (text: string, from?: number) => Span | undefined;

/** More than patterns that people write need; few enough that even a long message is quick. */
const MOST_STEPS = 10_000;

/** A pattern that is ready for normalised and for squeezed texts, or what is wrong with it. */
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
        ? "it matches an empty message, and so every message"
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

/** Compiling takes longer than anything else here, and most forms of most rules are never needed. */
function compiled(source: string, compile: (source: string) => Find, whole?: TextFinder): CompiledPattern {
  const whenNeeded = (text: string, known?: TextFinder): TextFinder => {
    let find = known;
    return (message, from) => (find ??= sure(compile(text), text))(message, from);
  };
  const find = whenNeeded(source, whole);
  // Between \Q and \E a blank is a blank.
  const findInLines = source.includes("\\Q") ? undefined : whenNeeded(blanksAreBreaks(source));
  return {
    literals: literalsOf(source),
    find: ({ text, lines }, from) =>
      findInLines && lines !== text ? findInLines(lines, from) : find(text, from),
  };
}

function literalsOf(source: string): readonly string[] | undefined {
  const tree = parsePattern(source);
  return tree && requiredLiterals(tree);
}

function mayTakeLong(source: string): string | undefined {
  const tree = parsePattern(source);
  if (!tree)
    return "whether it can take very long cannot be told; with look-around only groups, alternatives, character classes and counted repetitions are allowed";
  const bound = backtrackingSteps(tree);
  if ("endless" in bound)
    return `"${bound.endless}" may take very long on the engine that knows look-around; give it an end, such as {0,40}`;
  return bound.steps > MOST_STEPS
    ? `it may take ${bound.steps} steps at each place of a message (at most ${MOST_STEPS}) on the engine that knows look-around; make it shorter, or two rules`
    : undefined;
}

type Find = TextFinder | { wrong: string };

/** Time grows with the message and no faster, whatever the pattern. */
function linear(source: string): Find {
  try {
    const compiled = RE2JS.compile(
      RE2JS.translateRegExp(source),
      RE2JS.DOTALL | (isInSmallLetters(source) ? 0 : RE2JS.CASE_INSENSITIVE),
    );
    return (text, from = 0) => {
      // Yes or no is several times cheaper than where.
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

/** Then case makes no difference on a folded text, and the engine has literals of its own to look for first. */
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

/** Neither leaving out letters nor letting blanks be line breaks can break what was whole. */
function sure(find: Find, source: string): TextFinder {
  if (typeof find !== "function") throw new Error(`"${source}": ${find.wrong}`);
  return find;
}
