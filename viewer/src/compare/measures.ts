import type { ComparisonView } from "../../../src/contract/playtest-api.ts";

type Numbers = Record<string, number | null>;
export type Measure = { name: "own" | "shared" | "whole"; label: string; numbers: Numbers[]; /** Which turns, of each. */ covers: string[] };

const span = (from: number, to: number): string => (from === to ? `turn ${from}` : `turns ${from}–${to}`);

/** What the sessions can be measured over. What says the same as another is left out. */
export function measures({ sessions, shared: { range } }: ComparisonView): Measure[] {
  const own: Measure = { name: "own", label: "the turns that each played itself", numbers: sessions.map(({ own }) => own?.numbers ?? {}), covers: sessions.map(({ own }) => (own ? span(own.from, own.to) : "no turn of its own")) };
  const whole: Measure = { name: "whole", label: "all their turns, a parent's included", numbers: sessions.map(({ whole }) => whole), covers: sessions.map(({ whole }) => (whole["turns"] == null ? "" : span(1, whole["turns"]))) };
  const shared: Measure[] = range && sessions.every(({ shared }) => shared) ? [{ name: "shared", label: `${span(range.from, range.to)}, which all have`, numbers: sessions.map(({ shared }) => shared ?? {}), covers: sessions.map(() => span(range.from, range.to)) }] : [];
  const same = (one: Measure, other: Measure) => one.covers.join() === other.covers.join();
  return [own, ...shared.filter((one) => !same(one, own)), ...[whole].filter((one) => !same(one, own))];
}
