/** A first look on a fresh machine: no key, no network, no cost. */
import { basename, join } from "node:path";
import type { Harness } from "../../kernel/run/index.ts";
import {
  check,
  checkReport,
  findFolders,
  OFFLINE,
  saveResults,
  SHIPPED,
  summaryText,
} from "../../retrieval/index.ts";
import {
  branchSession,
  compareSessions,
  planSession,
  playSession,
  readCompared,
} from "../../playtest/index.ts";
import { defineCommand, type Io } from "../frame/index.ts";
import { comparisonText } from "./compare.ts";
import { modelTable, ready } from "./models.ts";
import { newRunFolder } from "./new-run-folder.ts";
import { playtestHarness } from "./playtest-harness.ts";
import { resultText } from "./say-result.ts";
import { sessionProgress, type ProgressOptions } from "./session-progress.ts";
import { configFrom } from "./settings-flags.ts";

/** A narrator that is known to return from tangents by force, and the turn to go back to. */
const FAULTY = "house/blunt";
const BACK_TO = 8;

export default defineCommand({
  name: "demo",
  summary: "A first look, without any key",
  description:
    "Shows the catalog, plays a session on the embedded cast, replays a part of it with another narrator, compares the two, and runs the retrieval banks on the offline models. Everything is left in the folder for you to look at.",
  flags: {
    out: { type: "string", value: "DIR", default: "sessions", help: "Where the sessions' folders are made." },
    results: {
      type: "string",
      value: "DIR",
      default: "results",
      help: "Where the retrieval suite's results are kept.",
    },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [{ command: "rehearse demo", does: "Look around." }],
  async run({ flags, io, signal }) {
    const config = await configFrom({});
    const harness = playtestHarness(config, io, signal);
    // Nobody reads along where a document was asked for.
    const say = (text: string) => flags.json || io.say(text);
    const title = (text: string) => say(`\n${io.style("bold", text)}\n`);
    try {
      title("The models that Rehearse knows (rehearse models)");
      say(modelTable(harness.catalog, (model) => ready(model, config.connections)));

      title("A session on the embedded cast (rehearse play --narrator house)");
      const plan = planSession(harness, {
        story: "innsmouth",
        prompt: "baseline",
        narrator: "house",
        seed: 7,
      });
      const folder = (what: string) => basename(newRunFolder(flags.out, what, harness.clock.date()));
      const watch = watching(io, { config: plan }, signal);
      const session = await playSession(harness, {
        config: plan,
        out: flags.out,
        sessionId: folder("demo"),
        ...watch,
      });
      watch.done();
      say(resultText(session.result));

      title(`The same scene from turn ${BACK_TO}, with a narrator who forces every return (rehearse replay)`);
      const checkpoint = join(session.result.dir, `turn-${BACK_TO}.json`);
      const again = watching(
        io,
        { config: plan, pulses: session.state.pulses.filter((turn) => turn <= BACK_TO).length },
        signal,
      );
      const branch = await branchSession(harness, {
        checkpoint,
        wish: { narrator: FAULTY },
        replicate: 0,
        out: flags.out,
        sessionId: folder("demo-branch"),
        ...again,
      });
      again.done();
      say(resultText(branch.result));

      title("Side by side (rehearse compare)");
      const comparison = compareSessions([session, branch].map(({ result }) => readCompared(result.dir)));
      say(comparisonText(comparison, { listIssues: false }));
      say(
        `\nOpen ${join(session.result.dir, "report.md")}; what each run cost: ${io.command(`cost ${session.result.dir}`)}`,
      );
      say(
        "With a key, or a local server, the same commands use real models: " +
          io.command("play --narrator opus-4.5 --dry-run"),
      );

      title("The retrieval banks on offline models (rehearse check --target offline)");
      const checked = await checkOffline(harness, { results: flags.results, io, signal });
      say(summaryText(checked.results, { notes: checked.notes }));
      say(
        "\nThe semantic score is low, as it should be: these embeddings and this reranker count words more than they understand, and the tests were written to be hard. State, pattern and always tests are exact.",
      );
      say(`Open ${checked.reportFile}: every test that lost points, and where what was expected got lost.`);
      if (flags.json)
        io.json({
          session: session.result,
          branch: branch.result,
          comparison,
          check: checked.results.summary,
        });
    } finally {
      await harness.close();
    }
  },
});

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
    const saved = await saveResults(results, done.results, checkReport(done.results, { notes: done.notes }));
    done.keep(`calls_${saved.stem}`);
    return { ...done, ...saved };
  } finally {
    progress.done();
  }
}

const watching = (io: Io, options: ProgressOptions, signal: AbortSignal) => ({
  ...sessionProgress(io, options),
  signal,
});
