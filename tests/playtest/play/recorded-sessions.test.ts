/**
 * The shipped sessions that a language model played: every seat's prompts contain what it was told, and nothing else.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { toldTo } from "../../../src/playtest/agents/index.ts";
import { quoteOccurs } from "../../../src/kernel/text/index.ts";
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

test("five sessions of at least twelve turns, on five stories, are recorded", async () => {
  const all = await Promise.all(recordedSessions.map(playRecorded));
  const long = all.filter(({ result }) => result.turns >= 12);
  expect(new Set(long.map(({ result }) => result.story)).size).toBe(5);
});

type Planted = { turn: number; kind: string; quote: string };

test("the reader found every fault that the narrator of marrow-fair planted, in its own words", async () => {
  const { state } = await playRecorded("marrow-fair");
  const planted = readFileSync("tests/fixtures/planted/marrow-fair.jsonl", "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Planted);
  expect(planted).toHaveLength(8);
  const found = planted.map(({ turn, kind, quote }) =>
    state.issues.some(
      (issue) =>
        issue.turn === turn &&
        issue.kind === kind &&
        issue.evidence.some(({ text }) => quoteOccurs(text, quote) || quoteOccurs(quote, text)),
    ),
  );
  expect(planted.filter((_, at) => !found[at])).toEqual([]);
});

describe.each(recordedSessions)("%s", (name) => {
  const played = playRecorded(name);

  test("it plays to its end without a request", async () => {
    const { result } = await played;
    expect(result.turns).toBeGreaterThan(10);
    expect(result.cost.total).toBe(0);
  });

  test("its answers match the current requests, and every turn was read", async () => {
    const { stopped, result } = await played;
    expect(stopped).toBeUndefined();
    expect(result.read).toMatchObject({ unread: [], of: result.turns });
    expect(result.read!.turns).toHaveLength(result.turns);
  });

  test("every answer in character creation is in the narrator's next prompt, in the player's own words", async () => {
    const { requests, state } = await played;
    const { records } = state;
    const creation = records.filter(({ phase }) => phase === "creation");
    expect(creation.length).toBeGreaterThan(0);
    for (const { turn, players, relay } of creation) {
      expect(relay).toBeUndefined();
      expect(players.length).toBeGreaterThan(1);
      for (const { says } of players) expect(requests.get(`turn/${turn + 1}/narrator`)).toContain(says);
    }
  });

  test("no prompt contains what only others were told, answered or noted", async () => {
    const { requests, state } = await played;
    const { records, config } = state;
    let checked = 0;
    for (const { turn, narrator, classification, players } of records) {
      for (const { seat, private: moment, remember } of players) {
        const told = toldTo(narrator.text, classification, seat);
        const owners = config.group.players
          .map((player) => player.seat)
          .filter((other) => toldTo(narrator.text, classification, other) === told);
        // Once it is shared, the others may repeat it word for word.
        const sharedAt =
          records.find(({ players, crossTalk = [] }) =>
            [...players, ...crossTalk].some((each) => each.seat === seat && each.tells?.includes(turn)),
          )?.turn ?? Infinity;
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
    const { requests, state } = await played;
    const { records, config } = state;
    for (const { turn, players, relay } of records.filter(({ relay }) => relay)) {
      const request = requests.get(`turn/${turn}/spokesperson`)!;
      for (const { says } of players) expect(request).toContain(says);
      expect(request.match(/^This turn: /gm)).toHaveLength(1);
      expect(relay!.seat).toBe(config.group.spokesperson);
    }
  });
});
