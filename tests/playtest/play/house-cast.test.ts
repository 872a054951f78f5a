/** The offline cast in whole sessions: what it tells, to whom, and how it follows the table. */
import { beforeAll, expect, test } from "vitest";
import { story, type TurnRecord } from "../../../src/contract/index.ts";
import { dice } from "../../../src/kernel/dice/index.ts";
import { houseRoster, plainMember } from "../../../src/kernel/models/index.ts";
import { houseCast, shippedNames } from "../../../src/playtest/index.ts";
import { houseSession } from "../house-session.ts";

const table = { archetypes: ["joker", "wildcard", "curious", "drifter", "questioner"], seed: 4 };
/** Played once for all tests. */
let evening: Awaited<ReturnType<typeof houseSession>>;
beforeAll(async () => void (evening = await houseSession({ ...table, maxTurns: 40 })));
const markerOf = ({ narrator }: TurnRecord) => /^\[\[([A-Z]+)/.exec(narrator.text)?.[1];

test.each(shippedNames("story"))(
  "%s is told beat by beat in the guide's order, under the guide's titles, to its end",
  { timeout: 60_000 },
  async (name) => {
    const { state, result } = await houseSession({ ...table, story: name, maxTurns: 40 });
    const titles = state.records.flatMap(({ narrator }) =>
      [...narrator.text.matchAll(/\[\[PULSE: (.+)\]\]/g)].map(([, title]) => title),
    );
    expect(titles).toEqual(state.config.storyGuide.pulses.map(({ title }) => title));
    expect(result.outcome).toBe("completed");
    expect(state.issues).toEqual([]);
    expect(state.turn).toBeLessThanOrEqual(32);
    const last = state.records.at(-1)!;
    expect(last.narrator.text).toMatch(/\n\n\[\[END\]\]$/);
    for (const record of state.records.slice(0, -1))
      expect(["PULSE", "TANGENT", "CLARIFY", "RECAP"]).toContain(markerOf(record));
  },
);

test("the group's choice is told with the next beat, a question is answered, a recap is given", () => {
  const { state } = evening;
  const { pulses } = state.config.storyGuide;
  const follows = (test: (relay: string) => boolean) =>
    state.records.flatMap(({ relay }, index) =>
      relay && test(relay.text) ? [{ asked: state.records[index]!, told: state.records[index + 1]! }] : [],
    );
  const chosen = follows((relay) => relay.includes("We want: (1)")).filter(
    ({ asked, told }) => asked.guidePulse !== undefined && told.guidePulse !== undefined,
  );
  expect(chosen.length).toBeGreaterThan(1);
  for (const { asked, told } of chosen) {
    const { choice } = pulses.find(({ id }) => id === asked.guidePulse)!;
    expect(told.narrator.text).toContain(choice!.options[0]!.outcome);
  }
  const answered = follows((relay) => relay.includes("We ask: "));
  expect(answered.length).toBeGreaterThan(3);
  const details = pulses.flatMap((pulse) => pulse.details);
  expect(
    answered.filter(({ told }) => details.some((detail) => told.narrator.text.includes(detail))).length,
  ).toBeGreaterThan(answered.length / 2);
  const recaps = follows((relay) => relay.includes("We ask for a recap."));
  expect(recaps.map(({ told }) => markerOf(told))).toContain("RECAP");
});

test("an aside reaches only its player, who may answer or tell it, and it pays off before all", () => {
  const { state, result } = evening;
  expect(state.privateMoments.length).toBeGreaterThan(4);
  for (const { turn, seat, content } of state.privateMoments) {
    const { narrator, classification, players } = state.records[turn - 1]!;
    const heard = classification.segments.filter(({ start, end }) =>
      narrator.text.slice(start, end).includes(content),
    );
    expect(heard.map(({ audience }) => audience)).toEqual([[seat]]);
    expect(players.filter((player) => player.private).map((player) => player.seat)).toContain(seat);
  }
  const tells = state.records.flatMap(({ turn, players }) =>
    players.flatMap(({ seat, says, tells = [] }) => tells.map((item) => ({ turn, seat, says, item }))),
  );
  expect(tells.length).toBeGreaterThan(0);
  for (const { seat, says, item } of tells)
    expect(says).toContain(
      state.privateMoments.find((moment) => moment.turn === item && moment.seat === seat)!.content,
    );
  expect(result.metrics!.privateMoments.payoffRate).toBe(1);
});

test("a relay leaves out the dropped wish, and noise adds a remark", async () => {
  const wish = { archetypes: ["drifter", "joker", "engaged", "follower"], maxTurns: 30 };
  const relays = (await Promise.all([1, 2].map((seed) => houseSession({ ...wish, seed })))).flatMap(
    ({ state: { records, config } }) =>
      records.flatMap(({ relay, players }) => (relay ? [{ ...relay, players, group: config.group }] : [])),
  );
  const dropped = relays.filter((relay) => relay.dropped !== undefined);
  expect(dropped.length).toBeGreaterThan(0);
  for (const { text, dropped: seat, players, group } of dropped) {
    const { name } = group.players[seat!]!;
    const { wants } = players[seat!]!;
    expect(text).not.toContain(`${name} would rather`);
    if (!players.some((player) => player.seat !== seat && player.wants === wants))
      expect(text).not.toContain(wants.replace(/^Ask: /, ""));
  }
  const adds = ({ noise }: (typeof relays)[number]) => noise !== "faithful" && noise !== "drops a wish";
  const endings = (some: typeof relays) => new Set(some.map(({ text }) => text.split(/(?<=[.?!]) /).at(-1)!));
  const remarks = endings(relays.filter(adds));
  expect(remarks.size).toBeLessThanOrEqual(3);
  expect(endings(relays.filter((relay) => !adds(relay))).isDisjointFrom(remarks)).toBe(true);
  expect(new Set(relays.map(({ noise }) => noise)).size).toBeGreaterThan(2);
});

const bare = (pulses: number) =>
  story.parse({
    version: 1,
    id: "walk",
    title: "A Walk",
    pulses: Array.from({ length: pulses }, (_, index) => ({
      id: `beat-${index}`,
      title: `[${index}] Bend: "${"abcdefghij"[index % 10]}"`,
      summary: index % 2 === 0 ? "You walk on." : "",
    })),
  });

test.each([3, 25])(
  "a guide of %d bare beats, without choices, hooks or endings, plays to its end",
  async (count) => {
    const { result } = await houseSession({ story: bare(count), players: 2, maxTurns: 60 });
    expect(result).toMatchObject({ outcome: "completed", pulses: { detected: count, expected: count } });
  },
);

test("calls without a stage are answered by the kernel's plain member, whoever is asked", async () => {
  expect(houseCast.map(({ name, does }) => [name, does])).toEqual(Object.entries(houseRoster));
  const request = {
    seed: 1,
    instructions: "Judge.",
    messages: [{ role: "user" as const, text: "How is the soup?" }],
  };
  for (const { reply } of houseCast)
    expect(await reply({ ...request, role: "judge", dice: dice(1) })).toEqual(
      await plainMember.reply({ ...request, dice: dice(1) }),
    );
});
