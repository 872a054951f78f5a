/** Functions that a program gives as narrator or target. Stored data names them; only the program can give them again. */
import { FUNCTION } from "../addresses/index.ts";
import { HarnessError } from "../errors/index.ts";

type FunctionKind = "narrator" | "target";

export type Functions = {
  /** Returns the name under which it is used and stored, such as `function:tellTale`. */
  add(value: object, kind: FunctionKind): string;
  /** Throws "missing-option" if it was not added. */
  get(name: string, kind: FunctionKind): object;
};

export function createFunctions(): Functions {
  const added = { narrator: new Map<string, object>(), target: new Map<string, object>() };
  /** The name that the only function of a kind answers to. */
  const answersTo: Partial<Record<FunctionKind, string>> = {};

  return {
    add(value, kind) {
      for (const [name, known] of added[kind]) if (known === value) return name;
      const name = `${FUNCTION}${plainName(value) || kind}`;
      let free = name;
      for (let number = 2; added[kind].has(free); number += 1) free = `${name}-${number}`;
      added[kind].set(free, value);
      return free;
    },
    get(name, kind) {
      const [first, ...others] = added[kind];
      const value = others.length === 0 ? first?.[1] : added[kind].get(name);
      if (!first || !value) throw notGiven(name, kind);
      if (others.length > 0) return value;
      // A function given alone may have had another name when the session was played: an arrow function has only that
      // of its variable. It answers to one name, so that it never plays both arms of a comparison.
      const answered = (answersTo[kind] ??= name);
      if (answered === name) return value;
      throw notGiven(answered === first[0] ? name : answered, kind);
    },
  };
}

/** Without characters that a file name, a flag or an address would read otherwise. */
const plainName = (value: object): string =>
  typeof value === "function" ? value.name.replaceAll(/[^\p{L}\p{N}_$]+/gu, "-") : "";

const notGiven = (name: string, kind: FunctionKind) =>
  new HarnessError({
    code: "missing-option",
    option: kind,
    message: `The ${kind} is the function ${name.slice(FUNCTION.length)}, which was not given.`,
    remedy: `Give it again as ${kind}, in a program that uses the library.`,
  });
