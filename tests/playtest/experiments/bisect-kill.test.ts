/**
 * The real binary searches a session and is killed repeatedly, with calls of several replays in flight, and resumed
 * until the search is over. The finding is the same as without kills, its account agrees with the journals, and these
 * with the server's own.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { bisectResult } from "../../../src/contract/index.ts";
import { dice } from "../../../src/kernel/dice/index.ts";
import { booksOf } from "../../support/model-servers/killed-books.ts";
import type { Entry } from "../../support/model-servers/playtest-server.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";

const rounds = process.env.REHEARSE_FULL ? { seeds: ["a", "b", "c"], kills: 6 } : { seeds: ["a"], kills: 2 };
/** Never met, so that the session went wrong and no replay recovers: every replay of the search is needed. */
const SEARCH = [
  "--recovered",
  "pulses>=99",
  "--turns",
  "2",
  "--times",
  "4",
  "--certainty",
  "0.999",
  "--concurrency",
  "3",
  "--json",
];

test.each(rounds.seeds)(
  `killed ${rounds.kills} times during the search, a bisect ends with the same finding and correct totals (seed %s)`,
  { timeout: 900_000 },
  async (seed) => {
    let onChange: (entry: Entry) => void = () => {};
    await using table = await openTable({
      endsAt: 99,
      pause: ({ number, client }) =>
        client === "killed" ? delay(1 + dice(seed, "pause", number).next() * 8) : undefined,
      onChange: (entry) => onChange(entry),
    });
    await table.play("parent", { maxTurns: 4, players: 2 });
    const dirIn = (out: string) => join(table.dir, out, readdirSync(join(table.dir, out))[0]!);
    const live = (life: number) =>
      life === 0
        ? table.rehearse("killed", "bisect", "parent", "--out", "killed", ...SEARCH)
        : table.rehearse("killed", "resume", dirIn("killed"), "--json");
    const log = () => table.server.of("killed");

    for (let life = 0; life < rounds.kills; life++) {
      const throws = dice(seed, "kill", life);
      const after = log().length + 3 + throws.int(10);
      const child = live(life);
      onChange = () => {
        if (log().length < after) return;
        onChange = () => {};
        setTimeout(() => child.kill("SIGKILL"), throws.next() * 6);
      };
      const { signal, stderr } = await child.ended;
      expect({ life, signal, stderr }).toMatchObject({ life, signal: "SIGKILL" });
    }
    onChange = () => {};
    const resume = () => table.run("killed", "resume", dirIn("killed"), "--json");
    const { exit, stdout, stderr } = await resume();
    expect({ exit, stderr }).toMatchObject({ exit: 0 });
    const result = bisectResult.parse(JSON.parse(stdout));
    expect(
      bisectResult.parse(JSON.parse(readFileSync(join(dirIn("killed"), "bisect.json"), "utf8"))),
    ).toEqual(result);

    // The same result as without kills.
    const whole = await table.run("whole", "bisect", "parent", "--out", "whole", ...SEARCH);
    const { finding, probes } = bisectResult.parse(JSON.parse(whole.stdout));
    expect({ finding: result.finding, probes: result.probes }).toEqual({ finding, probes });

    const sessions = readdirSync(join(dirIn("killed"), "sessions")).map((name) =>
      join(dirIn("killed"), "sessions", name),
    );
    expect(sessions).toHaveLength(result.probes.length);
    const { booked, atMost, inFlight } = booksOf(sessions, log());
    expect(inFlight).toBeGreaterThan(0); // otherwise nothing was in flight, and nothing was tested
    expect(booked).toBeGreaterThan(0);
    expect(result.cost.total).toBeCloseTo(booked, 9);
    expect(result.cost.atMost).toBeCloseTo(atMost, 9);

    // Another resume makes no calls and changes nothing.
    const asked = log().length;
    const again = await resume();
    expect(again.exit).toBe(0);
    expect(log().length).toBe(asked);
    expect(bisectResult.parse(JSON.parse(again.stdout))).toEqual(result);
  },
);
