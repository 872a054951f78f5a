/**
 * Updates shipped recordings after prompts have changed: every recorded answer is kept under its current request, and
 * only missing answers, such as a reading, are requested.
 *
 *     LOCAL_BASE_URL=http://127.0.0.1:4000/v1 node benches/re-record.ts OUT [NAME…]
 */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../src/kernel/clock/index.ts";
import { createHarness, openRecordings, type Harness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { branchSession, houseCast, planSession, playSession } from "../src/playtest/index.ts";
import { branchName, PLANNED_AS, requestFrom } from "../src/api/play.ts";

const FOLDER = "recordings";
const BRANCH = "innsmouth-branch";
const UNHURRIED = 3_600_000;
const [to, ...names] = process.argv.slice(2);
if (to === undefined) throw new Error("Name the folder to write the recordings to.");
const local = process.env["LOCAL_BASE_URL"];
if (local === undefined) throw new Error("Set LOCAL_BASE_URL to the server that answers.");
const scratch = mkdtempSync(join(tmpdir(), "re-record-"));

async function withRecording<Value>(
  name: string,
  play: (harness: Harness) => Promise<Value>,
): Promise<Value> {
  const from = join(FOLDER, name);
  const recordings = openRecordings({ recording: from, match: "call", onMiss: "ask", clock: systemClock });
  const { models, command, plan, sessions, rehearse, providers, note } = recordings.manifest!;
  const { settings } = resolveSettings({
    file: {
      cacheDir: join(scratch, "cache"),
      timeoutMs: UNHURRIED,
      readWithinMs: UNHURRIED,
      providers: { local: { baseURL: local } },
    },
  });
  const harness = createHarness({
    settings,
    ...connect(settings, {}),
    house: houseCast,
    recordings,
    pinned: { limits: {}, maxOutput: {}, addresses: { local: local! }, models },
  });
  try {
    await recordings.record(join(to!, name), { command, plan, sessions, models, rehearse, providers });
    const value = await play(harness);
    console.log(
      `${name}: ${recordings.changed()} answers under a new request, ${recordings.askedLive()} asked for.`,
    );
    return value;
  } finally {
    await harness.close();
    const manifest = join(to!, name, "recording.json");
    const made = JSON.parse(readFileSync(manifest, "utf8")) as object;
    writeFileSync(manifest, `${JSON.stringify({ ...made, note }, null, 2)}\n`);
  }
}

const playWhole = (name: string) =>
  withRecording(name, (harness) => {
    const before = harness.recordings.manifest!.sessions[PLANNED_AS]!;
    const config = planSession(harness, {
      ...requestFrom({ archetypes: [] }, before),
      guide: before.guide,
      seed: before.seed!,
    });
    return playSession(harness, { config, out: scratch, sessionId: name, plannedAs: PLANNED_AS });
  });

const all = names.length > 0 ? names : ["innsmouth", "long-quiet", "salt-road"];
await Promise.all(
  all.map(async (name) => {
    const { result } = await playWhole(name);
    if (name !== "innsmouth") return;
    await withRecording(BRANCH, (harness) => {
      const { plan, sessions } = harness.recordings.manifest!;
      return branchSession(harness, {
        checkpoint: join(result.dir, `turn-${Number(plan["turn"])}.json`),
        changes: { prompt: sessions[branchName(0)]!.prompt!, turns: Number(plan["turns"]) },
        replicate: 0,
        out: scratch,
        sessionId: BRANCH,
        plannedAs: branchName(0),
      });
    });
  }),
);
