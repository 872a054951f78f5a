import fc from "fast-check";
import { expect, test } from "vitest";
import { examplePlay } from "../../../tests/support/playtest/example-play.ts";
import { because, termsOf } from "./because.ts";

const names = { a: "x", b: "y" };

const sum = (terms: ReadonlyMap<string, number>) => [...terms.values()].reduce((all, each) => all + each, 0);

const play = fc
  .record(
    {
      lost: fc.dictionary(
        fc.constantFrom("forced-segue", "stuck", "breakdown", "loop"),
        fc.array(fc.constantFrom(1, 4, 5, 14.3, 60), { maxLength: 3 }),
      ),
      completion: fc.integer({ min: 0, max: 20 }).map((told) => told / 20),
      judged: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
      isBroken: fc.boolean(),
    },
    { noNullPrototype: true },
  )
  .map(({ isBroken, ...given }) => examplePlay({ ...given, ...(isBroken && { overall: 0 }) }));

test("the terms of a pair add up to the difference of its scores: clipped, judged or broken down", () => {
  fc.assert(
    fc.property(play, play, (a, b) => {
      expect(sum(termsOf({ a, b }))).toBeCloseTo(b.overall! - a.overall!, 9);
    }),
  );
});

test("a term is what its problems cost, and beats cost what was left of craft", () => {
  const a = examplePlay({ completion: 1, lost: { "forced-segue": [4], stuck: [6] } });
  const b = examplePlay({ completion: 0.5, lost: { "forced-segue": [4, 4, 4] } });
  const terms = termsOf({ a, b });
  expect(terms.get("forced-segue")).toBeCloseTo(-8 * 0.75, 0);
  expect(terms.get("stuck")).toBeCloseTo(6 * 0.75, 0);
  expect(terms.get("beats not told")).toBeCloseTo(-0.5 * 89, 0);
  expect(terms.has("sessions that broke down")).toBe(false);
});

test("a judge who counts is a cause of its own, and where craft is 0 further problems cost nothing", () => {
  const judged = termsOf({ a: examplePlay({ judged: 10 }), b: examplePlay({ judged: 1 }) });
  expect(judged.get("the judge's scores")).toBeCloseTo(-30, 5);
  const clipped = termsOf({
    a: examplePlay({ lost: { loop: [60, 60] } }),
    b: examplePlay({ lost: { loop: [60, 60, 60] } }),
  });
  expect(clipped.get("loop")).toBeCloseTo(0, 9);
});

test("a breakdown that scores 0 is the cause of the whole difference, even if nothing of it was measured", () => {
  const a = examplePlay();
  for (const b of [examplePlay({ overall: 0, lost: { breakdown: [10] } }), { ...a, overall: 0, craft: null }])
    expect(because([{ a, b }], { unit: "session", names })).toEqual([
      expect.objectContaining({
        label: "sessions that broke down",
        points: -100,
        detail: "1 with y, 0 with x",
      }),
    ]);
});

test("a better arm told more beats", () => {
  const pair = { a: examplePlay({ completion: 0.5 }), b: examplePlay({ completion: 0.8 }) };
  expect(because([pair], { unit: "session", names })[0]).toMatchObject({ label: "more beats told" });
});

test("causes are named up to 80 % of the change, those in its direction first", () => {
  const causes = (a: Record<string, number[]>, b: Record<string, number[]>) =>
    because([{ a: examplePlay({ lost: a }), b: examplePlay({ lost: b }) }], { unit: "session", names }).map(
      ({ label, points }) => [label, points],
    );
  expect(causes({}, { "forced-segue": [4, 4], loop: [5], confusion: [2], leak: [1] })).toEqual([
    ["forced segues", -8],
    ["loops", -5],
  ]);
  expect(causes({ leak: [5, 5] }, { "forced-segue": [4, 4], loop: [7] })).toEqual([
    ["forced segues", -8],
    ["loops", -7],
    ["leaks", 10],
  ]);
});

test("over several pairs: groups count once, sessions are counted, the worst is quoted, beats have names", () => {
  const at = (pair: string, cluster: string, given: Parameters<typeof examplePlay>[0] = {}) =>
    examplePlay({ pair, cluster, session: `s${pair}`, ...given });
  const pairs = [
    { a: at("1", "x"), b: at("1", "x", { lost: { "forced-segue": [4] } }) },
    { a: at("2", "x"), b: at("2", "x", { lost: { "forced-segue": [4, 4] } }) },
    { a: at("3", "y"), b: at("3", "y", { completion: 0.9, untold: ["The Bell", "The Sea"] }) },
    { a: at("4", "y"), b: at("4", "y", { completion: 0.95, untold: ["The Bell"] }) },
  ];
  expect(
    because(pairs, { unit: "session", names, quoteOf: ({ session }, kind) => ({ at: session, text: kind }) }),
  ).toEqual([
    {
      label: "beats not told",
      points: expect.closeTo(-(10 + 5) / 4, 5),
      touched: { count: 2, of: 4, unit: "sessions" },
      detail: '"The Bell" (2 more sessions), "The Sea" (1 more session)',
    },
    {
      label: "forced segues",
      points: expect.closeTo(-(4 + 8) / 4, 5),
      touched: { count: 2, of: 4, unit: "sessions" },
      detail: "3 with y, 0 with x",
      quote: { at: "s2", text: "forced-segue" },
    },
  ]);
});
