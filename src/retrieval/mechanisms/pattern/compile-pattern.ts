import { RE2JS, RE2JSException } from "re2js";
import type { CrisisPattern } from "../../../contract/index.ts";
import { backtrackingSteps } from "./backtracking-bound.ts";
import { foldPattern } from "./fold-pattern.ts";
import { parsePattern } from "./parse-pattern.ts";
import { requiredLiterals } from "./required-literals.ts";

export type CompiledPattern = {
  /** One of these is in every text that it matches; without any it must always be tried. */
  literals: readonly string[] | undefined;
  /** The first place where it matches a normalised text. */
  find: (text: string) => { from: number; to: number } | undefined;
};

/** More than patterns that people write need; few enough that even a long message is quick. */
const MOST_STEPS = 10_000;

/** A pattern that is ready to be used, or what is wrong with it. */
export function compilePattern({ pattern, lookaround }: Pick<CrisisPattern, "pattern" | "lookaround">): CompiledPattern | { wrong: string } {
  const source = foldPattern(pattern);
  const tree = parsePattern(source);
  const engine = lookaround ? withLookAround(source) : linear(source);
  if ("wrong" in engine) return engine;
  if (engine.find("")) return { wrong: "it matches an empty message, and so every message" };
  if (lookaround) {
    const bound = tree && backtrackingSteps(tree);
    if (bound === undefined) return { wrong: "whether it can take very long cannot be told; with look-around only groups, alternatives, character classes and counted repetitions are allowed" };
    if ("endless" in bound) return { wrong: `"${bound.endless}" may take very long on the engine that knows look-around; give it an end, such as {0,40}` };
    if (bound.steps > MOST_STEPS) return { wrong: `it may take ${bound.steps} steps at each place of a message (at most ${MOST_STEPS}) on the engine that knows look-around; make it shorter, or two rules` };
  }
  return { literals: tree && requiredLiterals(tree), find: engine.find };
}

type Engine = Pick<CompiledPattern, "find"> | { wrong: string };

/** Time grows with the message and no faster, whatever the pattern. */
function linear(source: string): Engine {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source), RE2JS.CASE_INSENSITIVE);
    return {
      find(text) {
        // Yes or no is several times cheaper than where.
        if (!compiled.test(text)) return undefined;
        const matcher = compiled.matcher(text);
        return matcher.find() ? { from: matcher.start(), to: matcher.end() } : undefined;
      },
    };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const what = error.message.replace(/^error parsing regexp: /, "").replace("`(?i)", "`");
    return { wrong: /\(\?<?[=!]/.test(what) ? `${what}; look-around needs "lookaround": true` : what };
  }
}

function withLookAround(source: string): Engine {
  try {
    const compiled = new RegExp(source, "iu");
    return {
      find(text) {
        const found = compiled.exec(text);
        return found ? { from: found.index, to: found.index + found[0].length } : undefined;
      },
    };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { wrong: error.message.replace(/^Invalid regular expression: .*: /, "") };
  }
}
