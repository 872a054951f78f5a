/** Behaviour below the command line: matching by call id, answers that do not fit, and a model that timed out. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { RecordedCall, SessionResult } from "../../src/contract/index.ts";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { createHarness, openRecordings, type RecordingsOptions } from "../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../src/kernel/settings/index.ts";
import { openLineLog } from "../../src/kernel/store/index.ts";
import { houseCast, planSession, playSession, type Played } from "../../src/playtest/index.ts";
import { openTable } from "../support/model-servers/playtest-table.ts";
import { offline, recordSession } from "./recorded-session.ts";

const folder = () => mkdtempSync(join(tmpdir(), "layer-"));
const recorded = join(folder(), "rec");

async function play(
  options: Omit<RecordingsOptions, "clock">,
  { prompt = "baseline", maxTurns = 6, record }: { prompt?: string; maxTurns?: number; record?: string } = {},
): Promise<Played> {
  const { settings } = resolveSettings({ file: { cacheDir: folder() } });
  const recordings = openRecordings({ ...options, clock: systemClock });
  const harness = createHarness({ settings, ...connect(settings, {}), house: houseCast, recordings });
  const config = planSession(harness, { story: "innsmouth", prompt, narrator: "house", seed: 2, maxTurns });
  if (record !== undefined)
    await recordings.record(record, {
      command: "play",
      rehearse: "0.1.0",
      plan: {},
      sessions: {},
      models: {},
      providers: [],
    });
  try {
    return await playSession(harness, { config, out: folder(), sessionId: "one", plannedAs: "session" });
  } finally {
    await harness.close();
  }
}

beforeAll(async () => void (await play({}, { record: recorded })));

test("match by call id replays a recording with prompts that have changed since", async () => {
  expect((await play({ recording: recorded }, { prompt: "structured" })).stopped).toMatchObject({
    code: "recording-miss",
    exit: 2,
  });
  const { result, stopped } = await play({ recording: recorded, match: "call" }, { prompt: "structured" });
  expect(stopped).toBeUndefined();
  expect(result.turns).toBe(6);
  expect(result.notes).toContainEqual({
    code: "recording",
    text: expect.stringMatching(/^made \d{4}-\d\d-\d\d with rehearse 0\.1\.0/) as string,
  });
});

test("match by call id ends where the recording ends, and names the missing call", async () => {
  const { result, stopped } = await play({ recording: recorded, match: "call" }, { maxTurns: 9 });
  expect(result.turns).toBe(6);
  expect(stopped!.message).toContain("turn/7/narrator: the recording has no call turn/7/narrator");
});

test("an answer that does not fit the request is refused", async () => {
  const changed = join(folder(), "rec");
  cpSync(recorded, changed, { recursive: true });
  const path = join(changed, "recording.jsonl");
  const lines = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RecordedCall & { crc?: string });
  rmSync(path);
  const { log } = openLineLog(path);
  for (const { crc: _crc, ...line } of lines)
    log.append(line.call === "turn/2/player/1" ? { ...line, answer: { object: { says: 7 } } } : line);
  await log.close();
  for (const match of ["request", "call"] as const)
    expect((await play({ recording: changed, match })).stopped).toMatchObject({
      code: "bad-recording",
      exit: 2,
      message: "turn/2/player/1: the recorded answer does not match the expected schema.",
    });
});

test(
  "a classifier timeout is replayed as one, immediately and with the same words",
  { timeout: 120_000 },
  async () => {
    await using table = await openTable({
      endsAt: 4,
      settings: { classifyWithinMs: 600 },
      special: ({ part, turn }) => (part === "classifier" && turn === 3 ? { does: "hang" } : undefined),
    });
    const live = await recordSession(table, "rec");
    const played = await offline(table, "play", "--recording", "rec", "--json");
    expect({ exit: played.exit, stderr: played.stderr }).toEqual({ exit: 0, stderr: "" });
    const { notes } = JSON.parse(readFileSync(join(live, "session.json"), "utf8")) as SessionResult;
    const late = /did not classify within 0\.6 s/;
    expect(notes.map(({ text }) => text).join("\n")).toMatch(late);
    const again = (JSON.parse(played.stdout) as SessionResult).notes;
    expect(again.filter(({ code }) => code !== "recording")).toEqual(notes);
  },
);
