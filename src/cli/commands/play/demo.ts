/** A first look on a fresh machine: no key, no network, no cost. */
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { branchName, changesFrom } from "../../../operations/play/branch.ts";
import { requestFrom } from "../../../operations/play/play.ts";
import { PLANNED_AS, sessionShown, watchSession } from "../../../operations/play/session-run.ts";
import { recordedInputs, withRecordings } from "../../../api/recorded.ts";
import type { Config } from "../../../config.ts";
import { shellWord } from "../../../config/started-by.ts";
import { recordedBranch, recordedSession, type SessionResult } from "../../../contract/index.ts";
import { readManifest } from "../../../kernel/recording/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import {
  branchSession,
  compareSessions,
  planSession,
  type Played,
  playSession,
  readCompared,
} from "../../../playtest/index.ts";
import {
  check,
  checkReport,
  findFolders,
  OFFLINE,
  saveResults,
  SHIPPED,
  summaryText,
} from "../../../retrieval/index.ts";
import { defineCommand, type Io, verdictText } from "../../frame/index.ts";
import { playtestHarness } from "../harness/playtest-harness.ts";
import { configFrom } from "../flags/settings-flags.ts";
import { shownText } from "../../operation/operation-command.ts";
import { showEvents } from "../../operation/show-events.ts";

/** Recorded sessions of a language model. src and dist are equally deep. */
const recordings = (name: string) =>
  fileURLToPath(new URL(`../../../../recordings/${name}`, import.meta.url));

const BRANCH = "innsmouth-branch";

export default defineCommand({
  name: "demo",
  summary: "A first look; needs no key",
  description:
    "Replays two recorded sessions played by a language model, branches one with another prompt, compares the branch with its parent, and runs the retrieval banks on offline models. The results stay in the folder.",
  flags: {
    out: { type: "string", value: "DIR", default: "sessions", help: "The folder for the sessions." },
    results: {
      type: "string",
      value: "DIR",
      default: "results",
      help: "The folder for the retrieval results.",
    },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [{ command: "rehearse demo", does: "Look around." }],
  async run({ flags, io, signal }) {
    const config = await configFrom({});
    const harness = playtestHarness(config, io, signal);
    // With --json only the document is printed.
    const say = (text: string) => flags.json || io.say(text);
    const title = (text: string) => say(`\n${io.style("bold", text)}\n`);
    const stage = { config, out: flags.out, io, signal };
    try {
      say(
        `The playtests below are replayed from recordings: a language model played every seat through a local endpoint on ${madeOn("innsmouth")}. No key, no requests, no cost.`,
      );
      title("A recorded session (like rehearse play)");
      const session = await playRecorded("innsmouth", stage);
      say(resultText(session.result, io));

      const { checkpoint, prompt } = recordedBranch.parse(readManifest(recordings(BRANCH)).inputs);
      title(`The same scene from turn ${checkpoint.turn} with the prompt ${prompt?.name} (rehearse replay)`);
      const branch = await replayRecorded(session, stage);
      say(resultText(branch.result, io));

      title("Side by side (rehearse compare)");
      const comparison = compareSessions([session, branch].map(({ result }) => readCompared(result.dir)));
      say(verdictText(comparison.verdict, io));
      say(
        `\nOpen ${join(session.result.dir, "report.md")}; cost of each run: ${io.command(`report ${session.result.dir} --costs`)}`,
      );

      title("A recorded session of another story");
      const another = await playRecorded("long-quiet", stage);
      say(resultText(another.result, io));

      say(
        `\nWith a key, or a local server, the same commands ask real models: ${io.command("play --narrator opus-4.5 --dry-run")}. To record your own: ${io.command("play --record DIR")}.`,
      );

      title("The retrieval banks on offline models (rehearse check --target offline)");
      const checked = await checkOffline(harness, { results: flags.results, io, signal });
      say(summaryText(checked.results));
      say(
        "\nA low semantic score is expected: the offline models mostly match words, and the tests are hard. State, pattern and always tests are exact.",
      );
      say(
        `Open ${checked.reportFile}: every test that lost points, and the stage that lost the expected entity.`,
      );
      say(`\n${lookText(session.result.dir, io)}`);
      if (flags.json)
        io.json({
          session: session.result,
          branch: branch.result,
          another: another.result,
          comparison,
          check: checked.results.summary,
        });
    } finally {
      await harness.close();
    }
  },
});

/** The viewer shows the folder `sessions` of a workspace. A session elsewhere can be exported. */
function lookText(dir: string, io: Io): string {
  const out = dirname(resolve(dir));
  const workspace = relative("", dirname(out));
  return basename(out) === "sessions"
    ? `Look at what was played: ${io.command(`serve${workspace === "" ? "" : ` --workspace ${shellWord(workspace)}`}`)}, then open http://127.0.0.1:4173/sessions/${basename(dir)}`
    : `Look at what was played: ${io.command(`export ${shellWord(dir)}`)} writes one HTML file.`;
}

type Stage = { config: Config; out: string; io: Io; signal: AbortSignal };

const madeOn = (name: string): string => readManifest(recordings(name)).made.slice(0, 10);

function recordedHarness(name: string, command: "play" | "replay", { config, io, signal }: Stage): Harness {
  return playtestHarness(withRecordings(config, { recording: recordings(name) }, { command }), io, signal);
}

async function playRecorded(name: string, stage: Stage): Promise<Played> {
  const harness = recordedHarness(name, "play", stage);
  const before = recordedInputs(harness, recordedSession)!;
  const { guide, seed } = before;
  const plan = planSession(harness, { ...requestFrom({}, before), guide, seed });
  const events = showEvents(stage.io, "demo");
  try {
    return await playSession(harness, {
      config: plan,
      out: stage.out,
      sessionId: basename(newRunFolder(stage.out, `demo-${name}`, harness.clock.date())),
      plannedAs: PLANNED_AS,
      ...watchSession({ ...stage, on: events.on }, { config: plan }),
    });
  } finally {
    events.done();
    await harness.close();
  }
}

async function replayRecorded(parent: Played, stage: Stage): Promise<Played> {
  const harness = recordedHarness(BRANCH, "replay", stage);
  const before = recordedInputs(harness, recordedBranch)!;
  const { turn } = before.checkpoint;
  const { config } = parent.state;
  const told = parent.state.pulses.filter((at) => at <= turn).length;
  const events = showEvents(stage.io, "demo");
  try {
    return await branchSession(harness, {
      checkpoint: join(parent.result.dir, `turn-${turn}.json`),
      changes: changesFrom({}, before),
      replicate: 0,
      out: stage.out,
      sessionId: basename(newRunFolder(stage.out, "demo-branch", harness.clock.date())),
      plannedAs: branchName(0),
      ...watchSession({ ...stage, on: events.on }, { config, told }),
    });
  } finally {
    events.done();
    await harness.close();
  }
}

async function checkOffline(
  harness: Harness,
  { results, io, signal }: { results: string; io: Io; signal: AbortSignal },
) {
  const progress = io.progress("checking");
  try {
    const done = await check(
      harness,
      { ...findFolders({ kb: SHIPPED, testBanks: SHIPPED }), target: OFFLINE, results },
      { signal, onResult: (result, { done, total }) => progress.show(`${done}/${total} ${result.test_id}`) },
    );
    const saved = await saveResults(results, done.results, checkReport(done.results));
    done.keep(`calls_${saved.stem}`);
    return { ...done, ...saved };
  } finally {
    progress.done();
  }
}

const resultText = (result: SessionResult, io: Io): string =>
  sessionShown(result)
    .map((each) => shownText(each, io))
    .join("\n\n");
