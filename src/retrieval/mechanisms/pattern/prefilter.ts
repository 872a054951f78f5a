import { createWordFinder } from "./aho-corasick.ts";

/**
 * Which rules can match a text at all: those of which one literal is in it, and those that have none. One pass over
 * the text finds them, so that thousands of rules cost little more than a few.
 */
export function createPrefilter(literalsOfRules: ReadonlyArray<readonly string[] | undefined>): {
  rulesFor: (text: string) => Set<number>;
} {
  const rulesOf = new Map<string, number[]>();
  const always: number[] = [];
  literalsOfRules.forEach((literals, rule) => {
    if (!literals) always.push(rule);
    for (const literal of shortened(literals ?? [])) {
      const rules = rulesOf.get(literal);
      if (rules) rules.push(rule);
      else rulesOf.set(literal, [rule]);
    }
  });
  const rulesByNumber = [...rulesOf.values()];
  const finder = createWordFinder([...rulesOf.keys()]);
  return {
    rulesFor(text) {
      const due = new Set(always);
      finder.each(text, (literal) => {
        for (const rule of rulesByNumber[literal]!) due.add(rule);
      });
      return due;
    },
  };
}

/** Longer ones are hardly seldomer, and their automaton does not fit a processor's cache. */
const MOST_CHARACTERS = 10;

/** The ends of the literals, which differ more than their beginnings ("want to …"), but for those that hold another. */
function shortened(literals: readonly string[]): string[] {
  const ends = [...new Set(literals.map((literal) => literal.slice(-MOST_CHARACTERS)))];
  return ends.filter((end) => !ends.some((other) => other !== end && end.includes(other)));
}
