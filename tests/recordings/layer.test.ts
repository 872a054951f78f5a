/** Behaviour below the command line: misses, and answers that do not fit. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { RecordedCall } from "../../src/contract/index.ts";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { createHarness, openRecordings } from "../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../src/kernel/settings/index.ts";
import { openLineLog } from "../../src/kernel/store/index.ts";
import { houseCast, planSession, playSession, type Played } from "../../src/playtest/index.ts";

const folder = () => mkdtempSync(join(tmpdir(), "layer-"));
const recorded = join(folder(), "rec");

async function play(
  recording: string | undefined,
  { prompt = "baseline", maxTurns = 6, record }: { prompt?: string; maxTurns?: number; record?: string } = {},
): Promise<Played> {
  const { settings } = resolveSettings({ file: { cacheDir: folder() } });
  const recordings = openRecordings(systemClock, recording);
  const harness = createHarness({ settings, ...connect(settings, {}), house: houseCast, recordings });
  const config = planSession(harness, { story: "innsmouth", prompt, narrator: "house", seed: 2, maxTurns });
  if (record !== undefined)
    await recordings.start(
      { command: "play", rehearse: "0.1.0", inputs: {}, settings: {}, models: {}, providers: [] },
      record,
    );
  try {
    return await playSession(harness, { config, out: folder(), sessionId: "one", plannedAs: "session" });
  } finally {
    await harness.close();
  }
}

beforeAll(async () => void (await play(undefined, { record: recorded })));

test("a request that no input explains: this version sends a different request", async () => {
  const { result, stopped } = await play(recorded, { prompt: "structured" });
  expect(stopped).toMatchObject({
    code: "recording-miss",
    exit: 2,
    message: "turn/1/narrator: not in the recording: this version sends a different request.",
  });
  expect(result.notes).toContainEqual({
    code: "recording",
    text: expect.stringMatching(/^made \d{4}-\d\d-\d\d with rehearse 0\.1\.0/) as string,
  });
});

test("a call beyond the end of a stopped recording is named", async () => {
  const stoppedEarly = join(folder(), "rec");
  cpSync(recorded, stoppedEarly, { recursive: true });
  const path = join(stoppedEarly, "calls.jsonl");
  const lines = readFileSync(path, "utf8").split("\n");
  const end = lines.findIndex((line) => line.includes('"call":"turn/5/narrator"'));
  writeFileSync(path, `${lines.slice(0, end).join("\n")}\n`);
  const { result, stopped } = await play(stoppedEarly);
  expect(result.turns).toBe(4);
  expect(stopped!.message).toBe(
    "turn/5/narrator: not in the recording: the recording ends earlier, or this version sends a different request.",
  );
});

test("an answer that does not fit the request is refused", async () => {
  const changed = join(folder(), "rec");
  cpSync(recorded, changed, { recursive: true });
  const path = join(changed, "calls.jsonl");
  const lines = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RecordedCall & { crc?: string });
  rmSync(path);
  const { log } = openLineLog(path);
  for (const { crc: _crc, ...line } of lines)
    log.append(line.call === "turn/2/player/1" ? { ...line, answer: { object: { says: 7 } } } : line);
  await log.close();
  expect((await play(changed)).stopped).toMatchObject({
    code: "bad-recording",
    exit: 2,
    message:
      "The recorded answer of turn/2/player/1 is unreadable: it does not fit the schema of the request.",
  });
});
