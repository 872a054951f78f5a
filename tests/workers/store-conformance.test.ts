/** One suite for both stores: a session's checkpoints, readings, journal, result and lock, in a folder and in Postgres. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { fetchFolder, takeFolder, type Database } from "../../src/kernel/database/index.ts";
import { foldJournal } from "../../src/kernel/journal/index.ts";
import { createHarness, JOURNAL_FILE } from "../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../src/kernel/settings/index.ts";
import { lockFolder, makeFolder, writeFileSafely } from "../../src/kernel/store/index.ts";
import {
  houseCast,
  lastResult,
  loadLatest,
  planSession,
  playSession,
  resumeSession,
} from "../../src/playtest/index.ts";
import { withPostgres } from "../support/workers/with-postgres.ts";

/** A place for sessions. */
type Store = {
  /** The folder of a session, for its only writer. Throws if somebody else is writing. */
  take(id: string): Promise<{ dir: string; letGo(): Promise<void> }>;
  /** The same session as another process finds it, on another machine where there is one. */
  elsewhere(id: string): Promise<string>;
};

const folder = () => mkdtempSync(join(tmpdir(), "rehearse-store-"));

function filesStore(): Store {
  const root = folder();
  return {
    async take(id) {
      const dir = join(root, id);
      makeFolder(dir);
      return { dir, letGo: async () => {} };
    },
    elsewhere: async (id) => join(root, id),
  };
}

let database: Database;
withPostgres((opened) => void ({ database } = opened));

let runs = 0;
function postgresStore(): Store {
  const run = `run-${++runs}`;
  return {
    async take(id) {
      const dir = join(folder(), id);
      const held = await takeFolder(database, { run, name: id, dir, holder: "test" });
      return { dir, letGo: () => held.close() };
    },
    async elsewhere(id) {
      const dir = join(folder(), id);
      expect(await fetchFolder(database, { run, name: id, dir })).toBe(true);
      return dir;
    },
  };
}

const { settings } = resolveSettings({ file: {}, env: {} });
const harness = createHarness({ settings, ...connect(settings, {}), house: houseCast, cwd: folder() });
afterAll(() => harness.close());
const config = () =>
  planSession(harness, {
    story: "innsmouth",
    prompt: "baseline",
    seed: 3,
    narrator: "house",
    maxTurns: 8,
  });
const play = (dir: string, signal?: AbortSignal, onTurn?: () => void) =>
  playSession(harness, { config: config(), out: join(dir, ".."), sessionId: "one", signal, onTurn });
const said = (dir: string) => loadLatest(dir).state.records.map(({ narrator, relay }) => [narrator, relay]);

function testStore(name: string, open: () => Store): void {
  describe(name, () => {
    test("checkpoints, readings, journal and result are read back as they were written", async () => {
      const store = open();
      const { dir, letGo } = await store.take("one");
      const { result } = await play(dir);
      await letGo();
      const there = await store.elsewhere("one");
      expect(result.turns).toBe(8);
      expect(loadLatest(there).state).toEqual(loadLatest(dir).state);
      expect(loadLatest(there).state.readings).toHaveLength(8);
      expect(lastResult(there)).toEqual(lastResult(dir));
      expect(foldJournal(join(there, JOURNAL_FILE)).fold.totals()).toEqual(
        foldJournal(join(dir, JOURNAL_FILE)).fold.totals(),
      );
    });

    test("a stopped session that another process resumes ends like one that was never stopped", async () => {
      const store = open();
      const first = await store.take("one");
      const stop = new AbortController();
      let turns = 0;
      await play(first.dir, stop.signal, () => void (++turns === 3 && stop.abort()));
      await first.letGo();
      const { dir, letGo } = await store.take("one");
      expect(loadLatest(dir).state.turn).toBeGreaterThanOrEqual(3);
      const { result } = await resumeSession(harness, dir);
      await letGo();
      expect(result.turns).toBe(8);
      const whole = await open().take("one");
      await play(whole.dir);
      await whole.letGo();
      expect(said(await store.elsewhere("one"))).toEqual(said(whole.dir));
    });

    test("of two writers one at most succeeds", async () => {
      const store = open();
      const writing = async (text: string) => {
        const { dir } = await store.take("one");
        const lock = await lockFolder(dir, { clock: systemClock });
        return { write: () => writeFileSafely(join(dir, "note.txt"), text), lock };
      };
      const first = await writing("first");
      const second = await writing("second").catch((error: unknown) => error as { code: string });
      const written = await Promise.allSettled([
        first.write(),
        "write" in second ? second.write() : Promise.reject(second),
      ]);
      expect(written.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(written.find((one) => one.status === "rejected")!.reason).toMatchObject({
        code: expect.stringMatching(/^(folder-locked|lease-lost)$/) as string,
      });
    });
  });
}

testStore("files", filesStore);
testStore("postgres", postgresStore);
