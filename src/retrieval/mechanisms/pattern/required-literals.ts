import type { PatternNode } from "./parse-pattern.ts";

/** All that a part can match, where that is a short list; or else texts of which each of its matches contains at least one. */
type Known = { exactly: readonly string[] } | { oneOf: readonly string[] | undefined };

const MOST_EXACT = 128;
const MOST_ALTERNATIVES = 256;

/** Texts of which at least one is in every message that the pattern matches. Undefined: none can be told. */
export const requiredLiterals = (pattern: PatternNode): readonly string[] | undefined =>
  oneOf(known(pattern));

/** All that a part can match, where that is a short list. */
export function exactTexts(pattern: PatternNode): readonly string[] | undefined {
  const part = known(pattern);
  return "exactly" in part ? part.exactly : undefined;
}

const NOTHING: Known = { exactly: [""] };
const ANYTHING: Known = { oneOf: undefined };

function known(node: PatternNode): Known {
  switch (node.kind) {
    case "nothing":
      return NOTHING;
    case "characters":
      return node.any && node.any.length <= MOST_EXACT ? { exactly: node.any } : ANYTHING;
    case "choice":
      return either(node.items.map(known));
    case "sequence":
      return inARow(node.items.map(known));
    case "repeat": {
      const item = known(node.item);
      if (node.max === 0) return NOTHING;
      if (node.min === 1 && node.max === 1) return item;
      if (node.min === 0) return node.max === 1 ? either([item, NOTHING]) : ANYTHING;
      return { oneOf: oneOf(item) };
    }
  }
}

function either(parts: readonly Known[]): Known {
  if (parts.every((part) => "exactly" in part)) {
    const exactly = [...new Set(parts.flatMap((part) => part.exactly))];
    if (exactly.length <= MOST_EXACT) return { exactly };
  }
  const all = parts.map(oneOf);
  if (!all.every((list) => list !== undefined)) return ANYTHING;
  const list = [...new Set(all.flat())];
  return { oneOf: list.length <= MOST_ALTERNATIVES ? list : undefined };
}

/** Neighbours that are known exactly are joined; of what cannot be joined, the best part speaks for the whole. */
function inARow(parts: readonly Known[]): Known {
  let joined: readonly string[] = [""];
  let best: readonly string[] | undefined;
  let isExact = true;
  for (const part of parts) {
    const product =
      "exactly" in part && joined.length * part.exactly.length <= MOST_EXACT ? part.exactly : undefined;
    if (product) {
      joined = joined.flatMap((head) => product.map((tail) => head + tail));
      continue;
    }
    isExact = false;
    best = better(better(best, oneOf({ exactly: joined })), oneOf(part));
    joined = "exactly" in part ? part.exactly : [""];
  }
  return isExact ? { exactly: joined } : { oneOf: better(best, oneOf({ exactly: joined })) };
}

function oneOf(part: Known): readonly string[] | undefined {
  if (!("exactly" in part)) return part.oneOf;
  return part.exactly.includes("") ? undefined : part.exactly;
}

/** The longer its shortest text, the seldomer it is found for nothing. */
function better(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!a || !b) return a ?? b;
  const [ofA, ofB] = [shortest(a), shortest(b)];
  return ofA > ofB || (ofA === ofB && a.length <= b.length) ? a : b;
}

const shortest = (texts: readonly string[]): number => Math.min(...texts.map(({ length }) => length));
