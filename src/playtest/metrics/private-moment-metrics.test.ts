import { expect, test } from "vitest";
import type { Classification, TurnRecord } from "../../contract/index.ts";
import { exampleRecord, type RecordGiven } from "../../../tests/support/example-record.ts";
import { exampleStory } from "../../../tests/support/example-input.ts";
import { exampleConfig, type PlayerGiven } from "../../../tests/support/example-session.ts";
import { foldSession, newSession } from "../session/index.ts";
import { privateMomentMetrics } from "./private-moment-metrics.ts";
import { secretUses } from "./secret-uses.ts";

const SECRET =
  "A yellow sou'wester hangs behind the crypt door, and Aurelio is stitched in its collar with copper wire.";

/** A turn in which the narrator tells one seat something that nobody else hears. */
function secretTurn(
  turn: number,
  {
    seat = 1,
    share = false,
    content = SECRET,
    telling = content,
    ...given
  }: Partial<RecordGiven> & { seat?: number; share?: boolean; content?: string; telling?: string } = {},
): TurnRecord {
  const text = `You go on.\n\n${content}`;
  const verdict = { type: "private-moment", confidence: 1, source: "rules", evidence: "" } as const;
  const segments: Classification["segments"] = [
    { ...verdict, start: 0, end: 10, audience: "all" },
    { ...verdict, start: 12, end: text.length, audience: [seat] },
  ];
  const record = exampleRecord({
    players: ["Yes.", "Hm.", "Fine."],
    relay: "We go on.",
    ...given,
    turn,
    text,
    classification: { type: "private-moment", segments },
  });
  return {
    ...record,
    players: record.players.map((player) =>
      player.seat === seat
        ? { ...player, private: { answer: "I see.", share, ...(share && { telling }) } }
        : player,
    ),
  };
}

/** Sam was told the same, and shares it; Alex does not. */
const toldToTwo = (record: TurnRecord): TurnRecord => ({
  ...record,
  classification: {
    ...record.classification,
    segments: record.classification.segments.map((segment) =>
      segment.audience === "all" ? segment : { ...segment, audience: [0, 1] },
    ),
  },
  players: record.players.map((player) =>
    player.seat === 0
      ? { ...player, private: { answer: "I see.", share: true, telling: "I saw an old coat." } }
      : player,
  ),
});

const plain = (turn: number, given: Partial<RecordGiven> = {}) =>
  exampleRecord({
    text: "The tide goes out.",
    players: ["Yes.", "Hm.", "Fine."],
    relay: "We wait.",
    ...given,
    turn,
  });

function measured(
  records: readonly TurnRecord[],
  players?: readonly PlayerGiven[],
  storyGuide = exampleStory,
) {
  const state = foldSession(
    newSession({ sessionId: "s", config: exampleConfig({ ...(players && { players }), storyGuide }) }),
    records,
  );
  return { metrics: privateMomentMetrics(state, secretUses(state)), uses: secretUses(state) };
}

const turns = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => plain(from + index));

test("when it came back, and how long that took; too late to come back is not held against it", () => {
  const { metrics } = measured([
    secretTurn(1),
    secretTurn(2, { content: "A heron lifts one leg." }),
    ...turns(3, 8),
    { ...plain(9), payoffs: [0] },
    ...turns(10, 14),
    secretTurn(15),
  ]);
  expect(metrics).toMatchObject({
    count: 3,
    shared: 0,
    payoffs: 1,
    payoffRate: 0.5,
    avgTurnsToPayoff: 8,
    spoiled: 0,
  });
  expect(metrics.moments.map(({ payoffTurn }) => payoffTurn)).toEqual([9, null, null]);
});

test("what the narrator tells everybody before its owner did is spoiled, and is no pay-off any more", () => {
  const { metrics } = measured([
    secretTurn(1),
    plain(2),
    { ...plain(3, { text: `You should all know: ${SECRET}` }), payoffs: [0] },
    ...turns(4, 8),
  ]);
  expect(metrics).toMatchObject({ spoiled: 1, payoffs: 0, payoffRate: 0, avgTurnsToPayoff: null });
  expect(metrics.moments[0]).toMatchObject({ spoiledTurn: 3, payoffTurn: 3 });
});

test("neither is what its owner shared, nor a pay-off in other words", () => {
  expect(
    measured([secretTurn(1, { share: true }), plain(2), plain(3, { text: SECRET })]).metrics.spoiled,
  ).toBe(0);
  expect(
    measured([
      secretTurn(1, { share: true, telling: "I saw an old coat." }),
      plain(2),
      plain(3, { text: SECRET }),
    ]).metrics.spoiled,
  ).toBe(0);
  expect(measured([toldToTwo(secretTurn(1)), plain(2), plain(3, { text: SECRET })]).metrics.spoiled).toBe(0);
  expect(
    measured([
      secretTurn(1),
      ...turns(2, 8),
      plain(9, { text: "Out of the dark steps Aurelio, and he wears a yellow coat." }),
    ]).metrics.spoiled,
  ).toBe(0);
});

test("of three words it cannot be said whether they are the secret", () => {
  const content = "A heron limps.";
  expect(measured([secretTurn(1, { content }), plain(2, { text: content })]).metrics.spoiled).toBe(0);
});

test("a late one is not counted, whether it came back or not", () => {
  const paid = (last: number) =>
    measured([secretTurn(1), plain(2), { ...plain(3), payoffs: [0] }, ...turns(4, last)]).metrics;
  expect([4, 5, 6].map((last) => paid(last).payoffRate)).toEqual([null, null, 1]);
  expect(paid(4).payoffs).toBe(1);
  expect(measured([secretTurn(1), ...turns(2, 6)]).metrics.payoffRate).toBe(0);
  const late = measured([
    secretTurn(1),
    ...turns(2, 5),
    secretTurn(6, { content: "A heron lifts one leg." }),
    plain(7),
    { ...plain(8), payoffs: [1] },
  ]).metrics;
  expect(late).toMatchObject({ payoffs: 1, payoffRate: 0 });
});

test("80 % of its words tell it away, 60 % within three turns", () => {
  const ten = [
    "aurelio",
    "copper",
    "wire",
    "yellow",
    "collar",
    "crypt",
    "lantern",
    "heron",
    "brine",
    "oilskin",
  ];
  const toldAway = (turn: number, count: number) =>
    measured([
      secretTurn(1, { content: ten.join(" ") }),
      ...turns(2, turn - 1),
      plain(turn, { text: ten.slice(0, count).join(" ") }),
    ]).metrics.spoiled === 1;
  expect([7, 8].map((count) => toldAway(5, count))).toEqual([false, true]);
  expect([5, 6].map((count) => toldAway(4, count))).toEqual([false, true]);
  expect(toldAway(5, 6)).toBe(false);
});

test("what the relay has said aloud is no secret any more", () => {
  expect(measured([secretTurn(1), plain(2, { relay: SECRET }), plain(3, { text: SECRET })])).toMatchObject({
    metrics: { spoiled: 0 },
    uses: [],
  });
  expect(measured([secretTurn(1), plain(2), plain(3, { text: SECRET })]).metrics.spoiled).toBe(1);
});

test("words that everybody has heard are no secret", () => {
  const { uses } = measured([plain(1, { text: SECRET }), secretTurn(2), plain(3, { text: SECRET })]);
  expect(uses).toEqual([]);
});

test("timing: best with a beat, worse away from one, not during a tangent, not without any beat", () => {
  const timing = (records: readonly TurnRecord[]) =>
    measured(records).metrics.moments.map(({ narrativeAppropriateness }) => narrativeAppropriateness);
  const beat = { pulse: 1, guidePulse: "arrival" };
  expect(timing([secretTurn(1, beat)])).toEqual([1]);
  expect(timing([plain(1, beat), secretTurn(2), secretTurn(3)])).toEqual([1 / 2, 1 / 3]);
  expect(
    timing([
      plain(1, { ...beat, tangents: [{ kind: "started", initiator: 0, type: "humour" }] }),
      secretTurn(2),
      plain(3, { tangents: [{ kind: "ended", method: "hook", woven: "woven" }] }),
    ]),
  ).toEqual([0]);
  expect(timing([plain(1), secretTurn(2)])).toEqual([null]);
  expect(timing([secretTurn(1), plain(2, beat)])).toEqual([1 / 2]);
  expect(timing([secretTurn(1, { phase: "creation" }), plain(2, beat)])).toEqual([0]);
  expect(
    timing([
      plain(1, { ...beat, tangents: [{ kind: "started", initiator: 0, type: "humour" }] }),
      plain(2),
      secretTurn(3, { tangents: [{ kind: "ended", method: "hook", woven: "woven" }] }),
    ]),
  ).toEqual([1 / 3]);
});

test("fit: by the guide's moments for kinds of players, then by words of the character", () => {
  const fit = (players: readonly PlayerGiven[], content = SECRET, guide = exampleStory) =>
    measured([secretTurn(1, { content })], players, guide).metrics.moments[0]!.backstoryAlignment;
  const cast = (characters: readonly string[]) =>
    characters.map((character, seat): PlayerGiven => ({
      name: ["Sam", "Alex", "Jo"][seat]!,
      archetype: seat === 1 ? "curious" : "joker",
      character,
    }));
  expect(fit(cast(["", "A coppersmith's widow who mends copper wire.", "A baker."]))).toBe(1);
  expect(fit(cast(["A sailor in a yellow sou'wester.", "A baker.", ""]))).toBe(0);
  expect(fit(cast(["He sells copper.", "She collects wire.", ""]))).toBe(0.5);
  expect(fit(cast(["A baker.", "A diver.", ""]))).toBeNull();
  expect(fit(cast(["He sells copper.", "She sells copper.", ""]))).toBeNull();
  const hook = { id: "hook", at: "arrival", payoffAt: "chapel", reveal: SECRET, payoff: "It comes back." };
  expect(fit(cast(["", "", ""]), SECRET, { ...exampleStory, privateHooks: { curious: [hook] } })).toBe(1);
  expect(fit(cast(["", "", ""]), SECRET, { ...exampleStory, privateHooks: { joker: [hook] } })).toBe(0);
  expect(
    fit(cast(["", "", ""]), SECRET, { ...exampleStory, privateHooks: { joker: [hook], curious: [hook] } }),
  ).toBe(1);
});

test("half of the guide's words make it the guide's moment", () => {
  const hook = {
    id: "hook",
    at: "arrival",
    payoffAt: "chapel",
    reveal: "Lantern, heron, brine, oilskin.",
    payoff: "It comes back.",
  };
  const fit = (content: string) =>
    measured([secretTurn(1, { content })], undefined, { ...exampleStory, privateHooks: { engaged: [hook] } })
      .metrics.moments[0]!.backstoryAlignment;
  expect([fit("A heron by a lantern."), fit("A heron.")]).toEqual([1, null]);
});
