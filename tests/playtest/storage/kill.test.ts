/**
 * The real binary plays a session and is killed repeatedly, with calls in flight, and resumed until the session ends.
 * The transcript must be that of an undisturbed session, and the account must agree with the server's own.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { sessionResult } from "../../../src/contract/index.ts";
import { dice } from "../../../src/kernel/dice/index.ts";
import { loadLatest, loadCheckpoint, turnPath } from "../../../src/playtest/index.ts";
import { journalLines } from "../../support/journal-lines.ts";
import type { Entry } from "../../support/model-servers/playtest-server.ts";
import { openTable, type Table } from "../../support/model-servers/playtest-table.ts";
import { reportIn, resultIn, withoutTimes } from "../house-session.ts";

/** A few kills by default; fifty, in several sessions, in the full run. */
const rounds = process.env.REHEARSE_FULL
  ? { seeds: ["a", "b", "c", "d", "e"], kills: 10 }
  : { seeds: ["a"], kills: 3 };
const ENDS_AT = 6;
const PLAYERS = 3;
const READER = 1;
const archetypes = ["joker", "follower", "questioner"] as const;

function readJournal(dir: string) {
  const lines = journalLines(dir);
  const starts = lines.filter((line) => line.type === "start");
  const ends = lines.filter((line) => line.type === "end");
  const ended = new Set(ends.map(({ call, attempt }) => `${attempt} ${call}`));
  return {
    starts,
    ends,
    done: new Set(lines.flatMap((line) => (line.type === "done" ? [line.call] : []))),
    open: starts.filter(({ call, attempt }) => !ended.has(`${attempt} ${call}`)).map(({ call }) => call),
  };
}

/** The call that a request belongs to. */
function callOf({ part, turn, name }: Entry, seats: readonly string[]): string {
  if (part === "character") return `creation/player/${seats.indexOf(name)}`;
  return part === "player" || part === "cross-talk"
    ? `turn/${turn}/${part}/${seats.indexOf(name)}`
    : `turn/${turn}/${part}`;
}

const counts = ({ counted }: Entry) => `${counted!.input} ${counted!.output}`;
const sessionDir = ({ dir }: Table) => join(dir, "sessions", readdirSync(join(dir, "sessions"))[0]!);

test.each(rounds.seeds)(
  `killed ${rounds.kills} times during play, a session ends as if uninterrupted (seed %s)`,
  { timeout: 900_000 },
  async (seed) => {
    let onChange: (entry: Entry) => void = () => {};
    await using table = await openTable({
      endsAt: ENDS_AT,
      pause: ({ client, number }) =>
        client === "undisturbed" ? undefined : delay(1 + dice(seed, "pause", number).next() * 8),
      onChange: (entry) => onChange(entry),
    });
    const { state: undisturbed } = await table.play("undisturbed", {
      archetypes: [...archetypes],
      seed,
      maxTurns: 100,
    });
    const all = table.server.of("undisturbed").length;
    const seats = undisturbed.config.group.players.map(({ name }) => name);

    const play = [
      ..."play --story innsmouth --prompt baseline --narrator opus-4.5 --archetypes".split(" "),
      archetypes.join(","),
      "--seed",
      seed,
      "--json",
    ];
    // One client for all runs: the server infers the turn of a session from the last narrator request.
    const live = (life: number) =>
      life === 0
        ? table.rehearse("killed", ...play)
        : table.rehearse("killed", "resume", sessionDir(table), "--json");
    const log = () => table.server.of("killed");

    const kills: Array<ReturnType<typeof readJournal> & { asked: number }> = [];
    for (let life = 0; life < rounds.kills; life++) {
      const before = log().length;
      const answeredBefore = log().filter(({ answered }) => answered).length;
      const child = live(life);
      const throws = dice(seed, "kill", life);
      const left = all - (kills.at(-1)?.done.size ?? 0);
      // Kills around one of the next calls: when it is asked or has just been answered, at once or slightly later.
      const after = 1 + throws.int(Math.max(1, Math.floor((left * 0.7) / (rounds.kills - life))));
      const when = throws.pick(["asked", "answered"]);
      const later = throws.chance(0.5) ? 0 : throws.next() * 6;
      onChange = ({ answered }) => {
        const seen =
          when === "asked"
            ? log().length - before
            : log().filter((entry) => entry.answered).length - answeredBefore;
        if (answered !== (when === "answered") || seen !== after) return;
        onChange = () => {};
        if (later === 0) child.kill("SIGKILL");
        else setTimeout(() => child.kill("SIGKILL"), later);
      };
      const { signal, exit, stderr } = await child.ended;
      expect({ life, signal, exit, stderr }).toEqual({
        life,
        signal: "SIGKILL",
        exit: null,
        stderr: life === 0 ? "" : expect.any(String),
      });
      const now = readJournal(sessionDir(table));
      expect(now.open.length - (kills.at(-1)?.open.length ?? 0)).toBeLessThanOrEqual(PLAYERS + READER);
      kills.push({ ...now, asked: log().length });
      // All stored turns are whole.
      expect(loadLatest(sessionDir(table)).state.turn).toBeGreaterThanOrEqual(0);
    }
    onChange = () => {};
    const { exit, stdout, stderr } = await live(rounds.kills).ended;
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr: expect.stringContaining("Lock taken over: "),
    });

    // The same state as without kills.
    const dir = sessionDir(table);
    const { state } = loadLatest(dir);
    expect(withoutTimes(state)).toEqual(JSON.parse(JSON.stringify(withoutTimes(undisturbed))));
    for (let turn = 0; turn <= state.turn; turn++)
      expect(loadCheckpoint(turnPath(dir, turn)).state.turn).toBe(turn);
    const result = sessionResult.parse(JSON.parse(stdout));
    expect(resultIn(dir)).toEqual(result);
    expect(result).toMatchObject({ outcome: "completed", turns: ENDS_AT });

    // Only calls in flight at a kill are asked again, never answered ones.
    const asked = log().map((entry) => callOf(entry, seats));
    for (const { done, open, asked: until } of kills) {
      expect(asked.slice(until).filter((call) => done.has(call))).toEqual([]);
      expect(
        asked.slice(until).filter((call) => asked.slice(0, until).includes(call) && !open.includes(call)),
      ).toEqual([]);
    }
    const last = readJournal(dir);
    expect(last.open.length).toBeGreaterThan(0); // otherwise nothing was in flight, and nothing was tested
    expect(asked.length - all).toBeLessThanOrEqual(last.open.length);
    expect(new Set(asked).size).toBe(all);

    // Each booked answer is one of the server's, once. Unbooked answers of the server are possibly billed.
    const answers = log()
      .filter(({ counted }) => counted)
      .map(counts);
    const booked = last.ends.map(({ usage }) => `${usage!.input} ${usage!.output}`);
    for (const answer of booked) {
      const at = answers.indexOf(answer);
      expect({ answer, at }).not.toEqual({ answer, at: -1 });
      answers.splice(at, 1);
    }
    expect(booked).toHaveLength(all);
    const { all: totals } = result.totals;
    expect(totals.possiblyBilled.attempts).toBe(last.open.length);
    expect(answers.length).toBeLessThanOrEqual(totals.possiblyBilled.attempts);
    expect(totals.attempts).toBe(booked.length + totals.possiblyBilled.attempts);
    expect(log().length).toBeLessThanOrEqual(totals.attempts);
    expect(result.tokens.total).toBe(
      last.ends.reduce((sum, { usage }) => sum + usage!.input! + usage!.output!, 0),
    );
    expect(reportIn(dir)).toMatch(
      new RegExp(
        `Possibly billed: ${last.open.length} (attempt was|attempts were) in flight when an earlier process ended`,
      ),
    );
  },
);
