import { exactTexts, type PatternNode } from "./pattern-tree.ts";

/** From one position of a message: the number of ways a part can match there, and the steps of all of them. */
type Work = { ways: number; steps: number };

/**
 * The maximum steps of a backtracking engine from one position of a message. If every repetition is bounded this does
 * not grow with the message, so time grows linearly with its length, and no message can be crafted that takes longer.
 * With an unbounded repetition there is no such number.
 */
export function backtrackingSteps(pattern: PatternNode): { steps: number } | { endless: string } {
  try {
    return { steps: work(pattern).steps };
  } catch (reason) {
    if (reason instanceof Endless) return { endless: reason.message };
    throw reason;
  }
}

class Endless extends Error {}

function work(node: PatternNode): Work {
  switch (node.kind) {
    case "characters":
      return { ways: 1, steps: 1 };
    case "nothing":
      // An engine does not backtrack into a look-around.
      return { ways: 1, steps: node.looksAt ? work(node.looksAt).steps : 1 };
    case "sequence":
      return node.items.map(work).reduce(
        (before, next) => ({
          ways: before.ways * next.ways,
          steps: before.steps + before.ways * next.steps,
        }),
        { ways: 1, steps: 0 },
      );
    case "choice":
      return choice(node.items);
    case "repeat": {
      if (node.max === Infinity) throw new Endless(node.text);
      const { ways, steps } = work(node.item);
      if (ways === 1) return { ways: node.max - node.min + 1, steps: 1 + node.max * steps };
      const total = { ways: node.min === 0 ? 1 : 0, steps: 1 };
      for (let times = 1; times <= node.max && total.steps < Number.MAX_SAFE_INTEGER; times++) {
        total.steps += ways ** (times - 1) * steps;
        if (times >= node.min) total.ways += ways ** times;
      }
      return total;
    }
  }
}

/** All are tried; but those that match at one position share a prefix, so "he" and "she" never both do. */
function choice(items: readonly PatternNode[]): Work {
  const parts = items.map((item) => ({ ...work(item), texts: exactTexts(item) }));
  // A word ends at the first different letter, and a message that follows one word soon differs from most others.
  const words = parts.map(({ ways, steps, texts }) =>
    ways === 1 && texts?.length === 1 && steps === texts[0]!.length ? texts[0]! : undefined,
  );
  const stepsOn = (message: string) =>
    parts.reduce(
      (sum, part, index) =>
        sum +
        (words[index] === undefined ? part.steps : Math.min(part.steps, inCommon(words[index], message) + 1)),
      0,
    );
  const steps = Math.max(...new Set(words.map((word) => stepsOn(word ?? ""))));
  const canFollow = (longest: string) =>
    parts.reduce(
      (sum, { ways, texts }) => sum + (!texts || texts.some((text) => longest.startsWith(text)) ? ways : 0),
      0,
    );
  const all = parts.reduce((sum, { ways }) => sum + ways, 0);
  return {
    ways: parts.every(({ texts }) => texts)
      ? Math.max(...parts.flatMap(({ texts }) => texts!.map(canFollow)))
      : all,
    steps,
  };
}

function inCommon(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
