import type { ComparisonView } from "../../../src/contract/index.ts";

type Numbers = Record<string, number | null>;
export type Measure = {
  name: "own" | "shared";
  label: string;
  numbers: Numbers[];
  /** Which turns, of each. */ covers: string[];
};

const span = (from: number, to: number): string => (from === to ? `turn ${from}` : `turns ${from} to ${to}`);

/** What the sessions can be measured over, the fairest first: numbers of the same turns are what can be held against each other. What says the same as another is left out. */
export function measures({ sessions, shared: { range } }: ComparisonView): Measure[] {
  const shared: Measure[] =
    range && sessions.every(({ shared }) => shared)
      ? [
          {
            name: "shared",
            label: `${span(range.from, range.to)}, which all have`,
            numbers: sessions.map(({ shared }) => shared ?? {}),
            covers: sessions.map(() => span(range.from, range.to)),
          },
        ]
      : [];
  const own: Measure = {
    name: "own",
    label: "the turns that each played itself",
    numbers: sessions.map(({ own }) => own?.numbers ?? {}),
    covers: sessions.map(({ own }) => (own ? span(own.from, own.to) : "no turn of its own")),
  };
  const same = (one: Measure, other: Measure) => one.covers.join() === other.covers.join();
  const offered = [...shared, own];
  return offered.filter((one, at) => !offered.slice(0, at).some((before) => same(before, one)));
}

/** What must be known before two columns are held against each other. */
export function beforeComparing(
  { covers }: Measure,
  { firstDifference, shared }: Pick<ComparisonView, "firstDifference" | "shared">,
): string | null {
  if (new Set(covers).size > 1)
    return "These are numbers of different turns: they can differ where the sessions do not.";
  if (firstDifference !== null || shared.range === null) return null;
  return "Nothing differs: in these turns everybody said the same, word for word.";
}
