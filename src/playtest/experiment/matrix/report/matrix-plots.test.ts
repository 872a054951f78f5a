import { expect, test } from "vitest";
import type { MatrixConfigInput, MatrixRow } from "../../../../contract/index.ts";
import { planOf, rowsOf, scored } from "../../../../../tests/support/playtest/matrix-rows.ts";
import { matrixOutcome } from "../summarise-matrix.ts";
import { plotsOf } from "./matrix-plots.ts";
import { escaped, FRAME, joined, stacked } from "./plot-svg.ts";

const plots = (rows: MatrixRow[], config: Partial<MatrixConfigInput> = {}) =>
  Object.fromEntries(
    plotsOf(matrixOutcome({ dir: "nowhere", plan: planOf(rows, config), rows })).map(({ file, svg }) => [
      file,
      svg,
    ]),
  );
const textsOf = (svg: string) =>
  [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"([^>]*)>([^<]*)</g)].map(([, x, y, rest, text]) => ({
    x: Number(x),
    y: Number(y),
    anchor: /text-anchor="(\w+)"/.exec(rest!)?.[1],
    size: Number(/font-size="(\d+)"/.exec(rest!)?.[1] ?? 12),
    text: text!,
  }));
/** Assumes a wide font. */
const widthOf = ({ text, size }: { text: string; size: number }) =>
  text.replaceAll(/&#\d+;/g, "x").length * size * 0.62;
const marks = (svg: string) =>
  [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );

const long = [
  "baseline",
  "pulse-aware-narrator-of-the-second-kind",
  "structured",
  "terse-and-very-long-named-prompt",
].flatMap((prompt) =>
  ["opus-4.5", "openrouter/some-vendor/some-model-v3"].flatMap((narrator) =>
    rowsOf({ prompt, narrator, rounds: 4, of: scored((at) => 50 + at) }),
  ),
);
const ofLong = plots(long);

test("captions, legends and labels fit, and no texts overlap", () => {
  for (const svg of Object.values(ofLong)) {
    const lines = Map.groupBy(textsOf(svg), ({ y }) => y);
    for (const texts of lines.values()) {
      const spans = texts
        .map(
          (text) =>
            (text.anchor === "end"
              ? [text.x - widthOf(text), text.x]
              : text.anchor === "middle"
                ? [text.x - widthOf(text) / 2, text.x + widthOf(text) / 2]
                : [text.x, text.x + widthOf(text)]) as [number, number],
        )
        .toSorted(([a], [b]) => a - b);
      for (const [at, [from, to]] of spans.entries()) {
        expect(from).toBeGreaterThan(-20);
        expect(to).toBeLessThanOrEqual(FRAME.width);
        if (at > 0) expect(from).toBeGreaterThan(spans[at - 1]![1]);
      }
    }
  }
  expect(ofLong["sessions.svg"]).toContain(">pulse-aware-narr");
});

test("a label of several long names keeps part of each, and the number of sessions", () => {
  const names = textsOf(ofLong["means.svg"]!)
    .filter(({ anchor }) => anchor === "end")
    .map(({ text }) => text);
  expect(new Set(names).size).toBe(8);
  for (const name of names) expect(name).toMatch(/ · .*(opus-4\.5|del-v3) \(4\)$/);
  expect([...joined(["a".repeat(50), "b"], " (12)")].length).toBe(34);
});

test("means are in the order of the tables: best first, also if lower is better", () => {
  const rows = [
    ["a", 60],
    ["b", 90],
    ["c", 75],
  ].flatMap(([prompt, value]) =>
    rowsOf({
      prompt: prompt as string,
      rounds: 4,
      of: (at) => ({ metrics: { overall: (value as number) + at, issues: (value as number) + at } }),
    }),
  );
  const order = (config: Partial<MatrixConfigInput>, more: MatrixRow[] = []) =>
    textsOf(plots([...rows, ...more], config)["means.svg"]!)
      .filter(({ anchor }) => anchor === "end")
      .map(({ text }) => text.slice(0, 1));
  expect(order({})).toEqual(["b", "c", "a"]);
  expect(order({ primaryMetric: "issues" })).toEqual(["a", "c", "b"]);
  expect(order({}, rowsOf({ prompt: "d", narrator: "other", rounds: 4, of: scored(() => 80) }))).toEqual([
    "b",
    "d",
    "c",
    "a",
  ]);
});

test("every session has its own mark, even if scores are equal", () => {
  const rows = ["house", "house/blunt"].flatMap((narrator) =>
    rowsOf({ narrator, rounds: 6, of: scored(() => 70) }),
  );
  const svg = plots(rows)["sessions.svg"]!;
  const drawn = marks(svg).slice(2); // the legend's own
  expect(drawn).toHaveLength(12);
  expect(new Set(drawn.map(String)).size).toBe(12);
  expect(plots(rows)["sessions.svg"]).toBe(svg);
  const { marks: many, levels } = stacked(Array.from({ length: 500 }, () => ({ x: 5 })));
  expect([many.length, levels]).toEqual([500, 12]);
});

test("colour shows the prompt, rows the narrator, shape the outcome", () => {
  const svg = plots(
    long.map((row, at) => ({
      ...row,
      outcome: at % 4 === 0 ? "failed" : at % 4 === 1 ? "timeout" : "completed",
      broken: at % 8 === 2,
    })),
  )["sessions.svg"]!;
  const labels = textsOf(svg)
    .filter(({ anchor }) => anchor === "end")
    .map(({ text }) => text);
  expect(labels).toEqual([
    "innsmouth · opus-4.5",
    expect.stringMatching(/^innsmouth · openrouter.*model-v3$/),
  ]);
  for (const key of ["completed", "timeout (out of turns)", "failed", "hollow: broken by its players"])
    expect(textsOf(svg).map(({ text }) => text)).toContain(key);
  const shapes = [...svg.matchAll(/<polygon points="([^"]+)"/g)].map(
    ([, points]) => points!.split(" ").length,
  );
  expect([
    shapes.filter((corners) => corners === 3).length,
    shapes.filter((corners) => corners === 4).length,
  ]).toEqual([9, 9]);
});

test("characters that XML does not allow are replaced", () => {
  expect(escaped("a\ufffe\ud800b\u{1f600}")).toBe("a\ufffd\ufffdb\u{1f600}");
  expect(joined([`${"x".repeat(16)}\u{1f600}${"y".repeat(30)}`]).isWellFormed()).toBe(true);
});
