/** The shipped recordings, replayed by call id, with every request as it was sent. */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { createHarness, openRecordings } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import { houseCast, planSession, playSession } from "../../../src/playtest/index.ts";
import { PLANNED_AS, requestFrom } from "../../../src/api/play.ts";

const folder = "recordings";

/** Of whole sessions; branches need their parent. */
export const recordedSessions = readdirSync(folder)
  .filter((name) => !name.endsWith("-branch"))
  .sort();

const played = new Map<string, ReturnType<typeof play>>();

/** Played once for all callers. */
export function playRecorded(name: string): ReturnType<typeof play> {
  const known = played.get(name) ?? play(name);
  played.set(name, known);
  return known;
}

async function play(name: string) {
  const recordings = openRecordings({
    recording: join(folder, name),
    match: "call",
    clock: systemClock,
  });
  const { models, sessions } = recordings.manifest!;
  const { settings } = resolveSettings({ file: { cacheDir: mkdtempSync(join(tmpdir(), "cache-")) } });
  const harness = createHarness({
    settings,
    ...connect(settings, {}),
    house: houseCast,
    recordings,
    pinned: { limits: {}, maxOutput: {}, addresses: {}, models },
  });
  try {
    const before = sessions[PLANNED_AS]!;
    const config = planSession(harness, {
      ...requestFrom({ archetypes: [] }, before),
      guide: before.guide,
      seed: before.seed!,
    });
    const session = await playSession(harness, {
      config,
      out: mkdtempSync(join(tmpdir(), "recorded-")),
      sessionId: name,
      plannedAs: PLANNED_AS,
    });
    return { ...session, changed: recordings.changed() };
  } finally {
    await harness.close();
  }
}
