import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { nothing, turnsToRead } from "../../../tests/support/playtest/scripted-reader.ts";
import { failure, reply, setUp } from "../../../tests/support/scripted-gateway.ts";
import { createCatalog } from "../../kernel/models/index.ts";
import type { SessionState } from "../session/index.ts";
import { openReader } from "./open-reader.ts";
import { loadReadings, readingPath } from "./reading-files.ts";

const config = exampleConfig({ observerModel: "haiku" });
const played = (turns: number, given = config) =>
  exampleSession(
    Array.from({ length: turns }, (_, index) => ({ text: `The tide turns for the ${index + 1}. time.` })),
    given,
  );

/** A folder with a reader that finds nothing, and fails where it is told to. */
function folder({ fails = () => false }: { fails?: (turns: readonly number[]) => boolean } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "readings-"));
  const asked: string[] = [];
  const { gateway } = setUp(
    [
      async ({ prompt }) => {
        const turns = turnsToRead(JSON.stringify(prompt.at(-1)));
        asked.push(`${turns[0]}-${turns.at(-1)}`);
        if (fails(turns)) throw failure(500);
        return reply(JSON.stringify({ turns: turns.map((turn) => ({ ...nothing, turn })), verdicts: [] }));
      },
    ],
    { dir, retry: { attempts: 1, reasks: 0 } },
  );
  const open = (state: SessionState, reader = state.config.observerModel) =>
    openReader({
      dir,
      gateway,
      catalog: createCatalog(),
      config: { ...state.config, observerModel: reader },
      stored: loadReadings(dir, state, reader),
      truth: new Map(),
    });
  const stored = (state: SessionState, reader = state.config.observerModel) =>
    loadReadings(dir, state, reader).map(({ turn, status }) => `${turn} ${status}`);
  return { dir, asked, open, stored };
}

/** Every turn is announced as it is saved. */
async function follow(reader: ReturnType<typeof openReader>, state: SessionState): Promise<void> {
  for (const { turn } of state.records)
    reader.follow({ ...state, turn, records: state.records.slice(0, turn) });
  await reader.join();
}

test("twelve turns are read in three calls, and the last ones when the session ends", async () => {
  const { asked, open, stored } = folder();
  const state = played(12);
  await follow(open(state), state);
  expect(asked).toEqual(["1-5", "6-10", "11-12"]);
  expect(stored(state)).toEqual(state.records.map(({ turn }) => `${turn} read`));
});

test("with --stop-on every turn is read by itself", async () => {
  const { asked, open } = folder();
  const state = played(3, { ...config, stopOn: ["contradiction"] });
  await follow(open(state), state);
  expect(asked).toEqual(["1-1", "2-2", "3-3"]);
});

test("a failed batch leaves its turns unread; a resume asks for exactly these again", async () => {
  let isDown = true;
  const { asked, open, stored } = folder({ fails: (turns) => isDown && turns.includes(7) });
  const state = played(12);
  await follow(open(state), state);
  expect(stored(state).filter((line) => line.endsWith("unread"))).toEqual(
    [6, 7, 8, 9, 10].map((turn) => `${turn} unread`),
  );
  isDown = false;
  asked.length = 0;
  await follow(open(state), state);
  expect(asked).toEqual(["6-10"]);
  expect(stored(state)).toEqual(state.records.map(({ turn }) => `${turn} read`));
  asked.length = 0;
  await follow(open(state), state);
  expect(asked).toEqual([]);
});

test("another reader than the session's own is the one that is asked and stored", async () => {
  const { asked, open, stored } = folder();
  const state = played(2, exampleConfig({ observerModel: "none" }));
  await follow(open(state, "haiku"), state);
  expect(asked).toEqual(["1-2"]);
  expect(stored(state, "haiku")).toEqual(["1 read", "2 read"]);
});

test("without a reader nothing is asked", async () => {
  const { asked, open } = folder();
  const state = played(6, exampleConfig({ observerModel: "none" }));
  await follow(open(state), state);
  expect(asked).toEqual([]);
});

test("a reading is refused where any turn up to its own is another; findings and endings do not matter", async () => {
  const { dir, open } = folder();
  const state = played(3);
  const reader = open(state);
  await follow(reader, state);
  const branch = { records: state.records.map((record) => ({ ...record, ending: undefined })) };
  expect(loadReadings(dir, branch, "haiku")).toEqual(reader.readings());
  const [first, ...rest] = state.records;
  const other = {
    records: [{ ...first!, narrator: { ...first!.narrator, text: "Another story." } }, ...rest],
  };
  for (const turn of [1, 2, 3]) {
    expect(() => loadReadings(dir, other, "haiku")).toThrow(`it belongs to turn ${turn} of another session`);
    rmSync(readingPath(dir, "haiku", turn));
  }
});
