import { expect, test } from "vitest";
import type { MatrixConfigInput, MatrixRow } from "../../../../contract/index.ts";
import { planOf, rowsOf, scored } from "../../../../../tests/support/playtest/matrix-rows.ts";
import { matrixOutcome } from "../summarise-matrix.ts";
import { plotsOf } from "./matrix-plots.ts";
import { escaped, FRAME, joined } from "./plot-svg.ts";

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

test("characters that XML does not allow are replaced", () => {
  expect(escaped("a\ufffe\ud800b\u{1f600}")).toBe("a\ufffd\ufffdb\u{1f600}");
  expect(joined([`${"x".repeat(16)}\u{1f600}${"y".repeat(30)}`]).isWellFormed()).toBe(true);
});
