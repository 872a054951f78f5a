/**
 * The shipped sessions that a language model played: every seat's prompts contain what it was told, and nothing else.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toldTo } from "../../../src/playtest/agents/index.ts";
import { requestsIn } from "../../support/playtest/recorded-requests.ts";
import { playRecorded, recordedSessions } from "../../support/playtest/recorded-session.ts";

/** Shorter sentences may occur by chance. */
const TELLING = 30;
const sentencesOf = (text: string): string[] =>
  text
    .replaceAll(/\[[^\]]*\]/g, "")
    .split(/(?<=[.!?]["”’]?)\s+/)
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length >= TELLING);

const turnOf = (call: string): number => Number(/^turn\/(\d+)\//.exec(call)?.[1] ?? 0);
/** The seat of a player's call. */
const seatOf = (call: string): number | undefined => {
  const seat = /^turn\/\d+\/(?:player|cross-talk)\/(\d+)/.exec(call)?.[1];
  return seat === undefined ? undefined : Number(seat);
};

test("at least three sessions of twelve turns, on three stories, are recorded", async () => {
  const all = await Promise.all(recordedSessions.map(playRecorded));
  const long = all.filter(({ result }) => result.turns >= 12);
  expect(new Set(long.map(({ result }) => result.story)).size).toBeGreaterThanOrEqual(3);
});

describe.each(recordedSessions)("%s", (name) => {
  const played = playRecorded(name);
  const requests = requestsIn(join("recordings", name));

  test("it plays to its end without a request", async () => {
    const { result, state } = await played;
    expect(result.turns).toBeGreaterThan(10);
    expect(new Set(state.config.group.players.map(({ model }) => model)).size).toBe(
      state.config.group.players.length,
    );
    expect(result.cost.total).toBe(0);
  });

  test("its answers match the current requests, and every turn was read", async () => {
    const { changed, result } = await played;
    expect(changed, "run benches/re-record.ts after a prompt has changed").toBe(0);
    expect(result.read).toMatchObject({ unread: [], of: result.turns });
    expect(result.read!.turns).toHaveLength(result.turns);
  });

  test("every answer in character creation is in the narrator's next prompt, in the player's own words", async () => {
    const { records } = (await played).state;
    const creation = records.filter(({ phase }) => phase === "creation");
    expect(creation.length).toBeGreaterThan(0);
    for (const { turn, players, relay } of creation) {
      expect(relay).toBeUndefined();
      expect(players.length).toBeGreaterThan(1);
      for (const { says } of players) expect(requests.get(`turn/${turn + 1}/narrator`)).toContain(says);
    }
  });

  test("no prompt contains what only others were told, answered or noted", async () => {
    const { records, config } = (await played).state;
    let checked = 0;
    for (const { turn, narrator, classification, players } of records) {
      for (const { seat, private: moment, remember } of players) {
        const told = toldTo(narrator.text, classification, seat);
        const owners = config.group.players
          .map((player) => player.seat)
          .filter((other) => toldTo(narrator.text, classification, other) === told);
        // Once it is shared, the others may repeat it word for word.
        const sharedAt = moment?.share
          ? turn
          : (records.find((later) =>
              later.players.some((each) => each.seat === seat && each.shares?.turn === turn),
            )?.turn ?? Infinity);
        const secrets = [
          ...sentencesOf(told).map((text) => ({ text, knows: owners, until: sharedAt })),
          ...sentencesOf(moment?.answer ?? "").map((text) => ({ text, knows: [seat], until: Infinity })),
          ...sentencesOf(remember ?? "").map((text) => ({ text, knows: [seat], until: Infinity })),
        ];
        const public_ = records.flatMap((record) => record.players.map(({ says }) => says)).join("\n");
        for (const { text, knows, until } of secrets) {
          if (public_.includes(text)) continue;
          for (const [call, request] of requests) {
            const asked = seatOf(call);
            const isRelay = call.endsWith("/spokesperson");
            if (asked === undefined && !isRelay) continue;
            if (asked !== undefined && knows.includes(asked)) continue;
            if (turnOf(call) >= until) continue;
            checked += 1;
            expect(request.includes(text), `${call} has what only seat ${knows} knows: ${text}`).toBe(false);
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  test("the spokesperson gets the table talk, and one instruction", async () => {
    const { records, config } = (await played).state;
    for (const { turn, players, relay } of records.filter(({ relay }) => relay)) {
      const request = requests.get(`turn/${turn}/spokesperson`)!;
      // Asked again under the rules of that day, a player may have said something else then.
      for (const { seat, says } of players)
        if (!requests.has(`turn/${turn}/player/${seat}/again`)) expect(request).toContain(says);
      expect(request.match(/^This turn: /gm)).toHaveLength(1);
      expect(relay!.seat).toBe(config.group.spokesperson);
    }
  });
});
