/**
 * Claim: a recording grows in proportion to the session, not to its square, although every call sends the history
 * again; and a recorded session replays faster than it was recorded, on models that answer at once.
 *
 *     node benches/recording-size.ts
 */
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { systemClock } from "../src/kernel/clock/index.ts";
import { createHarness, openRecordings } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { planSession, playSession } from "../src/playtest/index.ts";
import { BENCH_GROUP, benchActors } from "./bench-actor.ts";
import { fixed, inTemporaryFolder, printHeader, printTable } from "./measure.ts";

const TURNS = [10, 20, 40, 80];
const settings = resolveSettings({
  file: { cacheDir: mkdtempSync(join(tmpdir(), "bench-cache-")) },
}).settings;

/** Plays one session; gives how long that took, and how many characters were sent in all. */
async function play(
  out: string,
  { turns, record, recording }: { turns: number; record?: string; recording?: string },
): Promise<number> {
  const recordings = openRecordings({ recording, clock: systemClock });
  const harness = createHarness({ settings, ...connect(settings, {}), house: benchActors, recordings });
  const began = performance.now();
  try {
    const config = planSession(harness, {
      story: "innsmouth",
      prompt: "baseline",
      narrator: "house/quick",
      playerModel: "house/quick",
      classifier: "house/quick",
      observer: "house/quick",
      archetypes: [...BENCH_GROUP],
      seed: 1,
      maxTurns: turns,
    });
    if (record !== undefined)
      await recordings.record(record, {
        command: "play",
        rehearse: "bench",
        plan: {},
        sessions: {},
        models: {},
        providers: [],
      });
    const { state, stopped } = await playSession(harness, {
      config: { ...config, charactersPending: false },
      out,
      sessionId: `${recording === undefined ? "live" : "played"}-${turns}`,
      plannedAs: "session",
    });
    if (stopped || state.turn !== turns) throw new Error(`ended at turn ${state.turn}: ${stopped?.message}`);
    return performance.now() - began;
  } finally {
    await harness.close();
  }
}

/** What a file with every request in full would have. */
function inFull(path: string): number {
  type Line = { type: string; hash: string; after?: string; item?: unknown; text?: string; request?: object };
  const lines = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => ({ bytes: Buffer.byteLength(line), line: JSON.parse(line) as Line }));
  const sizes = new Map<string, number>();
  const refs = (value: unknown): number =>
    [...JSON.stringify(value ?? null).matchAll(/"#":"([^"]+)"/g)].reduce(
      (sum, [, hash]) => sum + (sizes.get(hash!) ?? 0),
      0,
    );
  let sum = 0;
  for (const { line, bytes } of lines) {
    if (line.type === "call") sum += bytes + refs(line.request);
    else
      sizes.set(
        line.hash,
        (line.text === undefined ? refs(line.item) : Buffer.byteLength(line.text)) +
          (sizes.get(line.after ?? "") ?? 0),
      );
  }
  return sum;
}

await inTemporaryFolder(async (out) => {
  printHeader("Size of a recording, and time to play it (4 players, 6 calls a turn)");
  const kilobytes = (bytes: number) => fixed(bytes / 1024, 0);
  const rows: string[][] = [];
  let before: { turns: number; bytes: number } | undefined;
  for (const turns of TURNS) {
    const record = join(out, `rec-${turns}`);
    const live = await play(out, { turns, record });
    const played = await play(out, { turns, recording: record });
    const path = join(record, "recording.jsonl");
    const bytes = statSync(path).size;
    rows.push([
      String(turns),
      kilobytes(bytes),
      before ? fixed((bytes - before.bytes) / 1024 / (turns - before.turns), 1) : "",
      kilobytes(inFull(path)),
      fixed(live / turns, 1),
      fixed(played / turns, 1),
    ]);
    before = { turns, bytes };
  }
  printTable(
    [
      "turns",
      "KB",
      "KB per further turn",
      "KB with requests in full",
      "ms a turn, recording",
      "ms a turn, playing",
    ],
    rows,
  );
});
