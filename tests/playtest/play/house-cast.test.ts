/** The offline cast in whole sessions: what it tells, to whom, and how it follows the table. */
import { expect, test } from "vitest";
import { story, type TurnRecord } from "../../../src/contract/index.ts";
import { dice } from "../../../src/kernel/dice/index.ts";
import { houseRoster, plainMember } from "../../../src/kernel/models/index.ts";
import { archetypeOf } from "../../../src/playtest/archetypes/index.ts";
import { houseCast, shippedNames } from "../../../src/playtest/index.ts";
import { houseSession, withoutTimes } from "../house-session.ts";

const table = { archetypes: ["joker", "wildcard", "curious", "drifter", "questioner"], seed: 4 };
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

test("the group's choice is told with the next beat, a question is answered, a recap is given", async () => {
  const { state } = await houseSession({ ...table, maxTurns: 40 });
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

test("an aside reaches only its player, who may answer or tell it, and it pays off before all", async () => {
  const { state, result } = await houseSession({ ...table, maxTurns: 40 });
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

test("it returns from every digression that the relay tells of, within two outputs", async () => {
  const { state, result } = await houseSession({ ...table, maxTurns: 40 });
  expect(result.metrics!.tangents).toMatchObject({ recoveryRate: 1, forcedSegueCount: 0, noticed: 1 });
  expect(result.metrics!.tangents.count).toBeGreaterThan(3);
  expect(result.metrics!.tangents.avgSegueQuality).toBeGreaterThan(4);
  const strayed = state.records.filter(({ relay }) => relay?.text.includes("Off the story, "));
  for (const { turn } of strayed)
    expect(
      state.records.slice(turn, turn + 2).map(({ guidePulse, ending }) => guidePulse ?? ending),
    ).toContainEqual(expect.anything());
});

test("a relay leaves out the dropped wish, and noise adds the archetype's own remark", async () => {
  const wish = { archetypes: ["drifter", "joker", "engaged", "follower"], maxTurns: 30 };
  const relays = (await Promise.all([1, 2, 3].map((seed) => houseSession({ ...wish, seed })))).flatMap(
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
  for (const { text, noise, seat, group } of relays) {
    const { remarks } = archetypeOf(group.players[seat]!.archetype).house;
    const adds = noise !== "faithful" && noise !== "drops a wish";
    expect(remarks.some((remark) => text.endsWith(remark))).toBe(adds);
  }
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

test.each([3, 60])(
  "a guide of %d bare beats, without choices, hooks or endings, plays to its end",
  async (count) => {
    const { result } = await houseSession({ story: bare(count), players: 2, maxTurns: 130 });
    expect(result).toMatchObject({ outcome: "completed", pulses: { detected: count, expected: count } });
  },
);

test("another prompt changes nothing that the cast says", async () => {
  const texts = await Promise.all(
    ["baseline", "structured"].map(async (prompt) => {
      const { state } = await houseSession({ ...table, prompt, maxTurns: 12 });
      return withoutTimes(state).map(({ narrator, players, relay }) => [narrator.text, players, relay]);
    }),
  );
  expect(texts[1]).toEqual(texts[0]);
});

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
