/**
 * The real binary plays a matrix and is killed repeatedly, with calls of several sessions in flight, and resumed until
 * every session has ended. The account must agree with the journals, and these with the server's own.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { matrixResult } from "../../../src/contract/index.ts";
import { dice } from "../../../src/kernel/dice/index.ts";
import { booksOf } from "../../support/model-servers/killed-books.ts";
import type { Entry } from "../../support/model-servers/playtest-server.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";

const rounds = process.env.REHEARSE_FULL ? { seeds: ["a", "b", "c"], kills: 8 } : { seeds: ["a"], kills: 3 };
const SESSIONS = 4;
const ENDS_AT = 4;

test.each(rounds.seeds)(
  `killed ${rounds.kills} times during play, a matrix ends with correct totals (seed %s)`,
  { timeout: 900_000 },
  async (seed) => {
    let onChange: (entry: Entry) => void = () => {};
    await using table = await openTable({
      endsAt: ENDS_AT,
      pause: ({ number }) => delay(1 + dice(seed, "pause", number).next() * 8),
      onChange: (entry) => onChange(entry),
    });
    writeFileSync(
      join(table.dir, "small.yaml"),
      `stories: [innsmouth, salt-road]\nsystemPrompts: { baseline: baseline, structured: structured }\nnarratorModels: [opus-4.5]\nplayers: 2\nmaxTurnsPerSession: 8\n`,
    );
    const matrixDir = () => join(table.dir, "matrices", readdirSync(join(table.dir, "matrices"))[0]!);
    const live = (life: number) =>
      life === 0
        ? table.rehearse(
            "killed",
            "matrix",
            "--plan",
            "small.yaml",
            "--seed",
            seed,
            "--concurrency",
            "3",
            "--json",
          )
        : table.rehearse("killed", "resume", matrixDir(), "--concurrency", "3", "--json");
    const log = () => table.server.of("killed");

    for (let life = 0; life < rounds.kills; life++) {
      const before = log().length;
      const child = live(life);
      const throws = dice(seed, "kill", life);
      const after = before + 3 + throws.int(14);
      onChange = () => {
        if (log().length < after) return;
        onChange = () => {};
        setTimeout(() => child.kill("SIGKILL"), throws.next() * 6);
      };
      const { signal, stderr } = await child.ended;
      expect({ life, signal, stderr }).toMatchObject({ life, signal: "SIGKILL" });
    }
    onChange = () => {};
    const { exit, stdout, stderr } = await live(rounds.kills).ended;
    expect({ exit, stderr }).toMatchObject({ exit: 0 });

    const result = matrixResult.parse(JSON.parse(stdout));
    expect(matrixResult.parse(JSON.parse(readFileSync(join(matrixDir(), "matrix.json"), "utf8")))).toEqual(
      result,
    );
    expect(result.rows).toHaveLength(SESSIONS);
    expect(result.sessions).toHaveLength(SESSIONS);
    for (const { outcome, turns } of result.sessions)
      expect({ outcome, turns }).toEqual({ outcome: "completed", turns: ENDS_AT });

    // The books of all sessions together, compared with the server's and the report's.
    const { booked, atMost, inFlight } = booksOf(
      result.rows.map(({ sessionId }) => join(matrixDir(), "sessions", sessionId)),
      log(),
    );
    expect(inFlight).toBeGreaterThan(0); // otherwise nothing was in flight, and nothing was tested
    expect(booked).toBeGreaterThan(0);
    expect(result.totalCost).toBeCloseTo(booked, 9);
    expect(result.totalCost).toBeCloseTo(
      result.rows.reduce((sum, { cost }) => sum + cost, 0),
      9,
    );
    expect(result.totalAtMost).toBeCloseTo(atMost, 9);
    const report = readFileSync(join(matrixDir(), "report.md"), "utf8");
    const reported = /^- \*\*Cost:\*\* \\\$(\d+\.\d+)/m.exec(report);
    expect(Number(reported?.[1])).toBeCloseTo(result.totalCost, 2);

    // Another resume makes no calls and changes nothing.
    const asked = log().length;
    const again = await live(1).ended;
    expect(again.exit).toBe(0);
    expect(log().length).toBe(asked);
    expect(matrixResult.parse(JSON.parse(again.stdout))).toEqual(result);
  },
);
