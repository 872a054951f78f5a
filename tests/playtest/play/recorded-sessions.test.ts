/**
 * The shipped sessions that a language model played: every seat's prompts contain what it was told, and nothing else.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tableTalk, toldTo } from "../../../src/playtest/agents/index.ts";
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

type Marked = { turn: number; player: string; quote: string; carried: boolean; how: string };

test("digressions marked by a reader in the table talk, without the relays, are relayed in faithful turns", async () => {
  let [marked, carried] = [0, 0];
  for (const name of recordedSessions) {
    const path = join("tests/fixtures/recorded-digressions", `${name}.json`);
    if (!existsSync(path)) continue;
    const { records } = (await playRecorded(name)).state;
    for (const { turn, quote, carried: told, how } of JSON.parse(readFileSync(path, "utf8")) as Marked[]) {
      const record = records.find((each) => each.turn === turn)!;
      expect(
        plain(
          tableTalk(record)
            .map(({ says }) => says)
            .join("\n"),
        ),
      ).toContain(plain(quote));
      if (told) expect(plain(record.relay!.text)).toContain(plain(how));
      if (record.relay!.noise !== "faithful") continue;
      marked += 1;
      carried += told ? 1 : 0;
    }
  }
  expect(marked).toBeGreaterThanOrEqual(10);
  expect(carried / marked).toBeGreaterThanOrEqual(0.8);
});

test("the reader's digressions are those that an independent reader marked, or fewer", async () => {
  let [marked, both, alone] = [0, 0, 0];
  for (const name of recordedSessions) {
    const path = join("tests/fixtures/recorded-digressions", `${name}.json`);
    const byHand = new Set((JSON.parse(readFileSync(path, "utf8")) as Marked[]).map(({ turn }) => turn));
    for (const reading of (await playRecorded(name)).state.readings) {
      if (reading.status === "unread" || !reading.content.strays) continue;
      if (byHand.has(reading.turn)) both += 1;
      else alone += 1;
    }
    marked += byHand.size;
  }
  expect({ marked, both, alone }).toEqual({ marked: 14, both: 10, alone: 0 });
});

type Finding = { kind: string; quote: { turn: number; text: string } };

type Fault = { turn: number; kind: string; quote: string; sure: "sure" | "likely" | "taste" };

/** The lists of `tests/fixtures/free-readings` were written on 2026-11-16 by a language model that had the whole transcript. */
test("agreement of the reader with an editor who listed every fault freely", async () => {
  const count = { findings: 0, listed: 0, sure: 0, sureReported: 0, likely: 0, likelyReported: 0 };
  for (const name of recordedSessions) {
    const path = join("tests/fixtures/free-readings", `${name}.json`);
    const faults = JSON.parse(readFileSync(path, "utf8")) as Fault[];
    const findings = (await playRecorded(name)).state.readings.flatMap((reading) =>
      reading.status === "unread" ? [] : reading.content.findings,
    );
    const same = (finding: Finding, fault: Fault) =>
      finding.kind === fault.kind &&
      finding.quote.turn === fault.turn &&
      sharesWords(finding.quote.text, fault.quote);
    count.findings += findings.length;
    count.listed += findings.filter((finding) => faults.some((fault) => same(finding, fault))).length;
    // The editor calls confusing what a reader of the transcript stumbles over; the reader looks for players who are lost.
    for (const fault of faults.filter(
      ({ kind }) => !["confusion", "fallen-thread", "other"].includes(kind),
    )) {
      if (fault.sure === "taste") continue;
      count[fault.sure] += 1;
      if (findings.some((finding) => same(finding, fault))) count[`${fault.sure}Reported`] += 1;
    }
  }
  expect(count).toEqual({ findings: 8, listed: 6, sure: 6, sureReported: 2, likely: 32, likelyReported: 4 });
});

/** Whether both contain the same four words in a row. */
function sharesWords(one: string, other: string): boolean {
  const words = plain(one).split(" ");
  return words.some(
    (_, at) => at + 4 <= words.length && plain(other).includes(words.slice(at, at + 4).join(" ")),
  );
}

const plain = (text: string): string =>
  text.replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'").replaceAll(/\s+/g, " ");
