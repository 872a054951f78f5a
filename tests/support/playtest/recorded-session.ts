/** The shipped recordings, replayed strictly, with every request as it was sent. */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { readManifest } from "../../../src/kernel/recording/index.ts";
import { createHarness, openRecordings, type Harness } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import { houseCast, planSession, playSession } from "../../../src/playtest/index.ts";
import { requestFrom } from "../../../src/operations/play/play.ts";
import { PLANNED_AS } from "../../../src/operations/play/session-run.ts";
import { recordedInputs } from "../../../src/operations/recorded-inputs.ts";
import { recordedSession } from "../../../src/contract/index.ts";

const folder = "recordings";

/** Of whole sessions: branches need their parent, and a check has no story. */
export const recordedSessions = readdirSync(folder)
  .filter((name) => readManifest(join(folder, name)).command === "play")
  .sort();

const played = new Map<string, ReturnType<typeof play>>();

/** Played once for all callers. */
export function playRecorded(name: string): ReturnType<typeof play> {
  const known = played.get(name) ?? play(name);
  played.set(name, known);
  return known;
}

async function play(name: string) {
  const recordings = openRecordings(systemClock, join(folder, name));
  const { models } = recordings.manifest!;
  const { settings } = resolveSettings({ file: { cacheDir: mkdtempSync(join(tmpdir(), "cache-")) } });
  const requests = new Map<string, string>();
  const harness = noting(
    requests,
    createHarness({
      settings,
      ...connect(settings, {}),
      house: houseCast,
      recordings,
      pinned: { limits: {}, maxOutput: {}, addresses: {}, models },
    }),
  );
  try {
    const before = recordedInputs(harness, recordedSession)!;
    const { guide, seed } = before;
    const config = planSession(harness, { ...requestFrom({}, before), guide, seed });
    const session = await playSession(harness, {
      config,
      out: mkdtempSync(join(tmpdir(), "recorded-")),
      sessionId: name,
      plannedAs: PLANNED_AS,
    });
    return { ...session, requests };
  } finally {
    await harness.close();
  }
}

type Prompt = { call: string; instructions?: string; messages: readonly { content: string }[] };

/** The harness, which notes the text of every request by its call id. */
function noting(requests: Map<string, string>, harness: Harness): Harness {
  const note = ({ call, instructions = "", messages }: Prompt) =>
    requests.set(call, [instructions, ...messages.map(({ content }) => content)].join("\n"));
  return {
    ...harness,
    async openRun(dir, options) {
      const run = await harness.openRun(dir, options);
      const { text, object } = run.gateway;
      const gateway: typeof run.gateway = {
        ...run.gateway,
        text: (ask) => (note(ask), text(ask)),
        object: (ask) => (note(ask), object(ask)),
      };
      return { ...run, gateway };
    },
  };
}
