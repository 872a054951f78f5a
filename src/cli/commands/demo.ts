/** A first look on a fresh machine: no key, no network, no cost. Recorded sessions, played by the usual operations. */
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { shellWord } from "../../kernel/errors/index.ts";
import { recordedBranch, type SessionResult, type Verdict } from "../../contract/index.ts";
import { readManifest } from "../../kernel/recording/index.ts";
import { makeFolder } from "../../kernel/store/index.ts";
import { operations } from "../../operations/declared.ts";
import type { RunEvent } from "../../operations/library-function.ts";
import type { Surface } from "../../operations/open-operation.ts";
import { folder } from "../../operations/options.ts";
import { runOperation } from "../../operations/run-operation.ts";
import { type Io, verdictText } from "../frame/index.ts";
import { showEvents } from "../operation/show-events.ts";
import { plainCommand } from "../plain-command.ts";

/** Sessions of a language model. src and dist are equally deep. */
const recordings = (name: string) => fileURLToPath(new URL(`../../../recordings/${name}`, import.meta.url));

export default plainCommand({
  name: "demo",
  summary: "A first look; needs no key",
  description:
    "Replays recordings of a language model: a retrieval check, a session, the same scene with another prompt, " +
    "and the worst problem of the session. The results stay in the folder.",
  input: z.strictObject({
    out: folder("The folder for the sessions.").default("sessions"),
    results: folder("The folder for the retrieval results.").default("results"),
  }),
  examples: [{ input: {}, says: "Look around." }],
  async run({ input: { out, results }, io, signal }) {
    // Before anything is written, because one of them may be refused.
    for (const path of [out, results]) makeFolder(path);
    const say = (text: string) => io.asJson || io.say(text);
    const show = (verdict: Verdict | undefined, short: Partial<Verdict>) => {
      if (!verdict) return;
      const shown = { ...verdict, because: [], cautions: [], tables: [], next: [], ...short };
      say(verdictText(shown, { style: io.style, width: WIDTH }));
    };
    const title = (text: string) => say(`\n${io.style("bold", text)}\n`);
    const run = <Result>(name: string, given: Record<string, unknown>) =>
      runStage(name, given, { io, signal }) as Promise<{ result: Result; verdict: Verdict | undefined }>;

    const [from, branched, checked] = ["innsmouth", "innsmouth-branch", "check"].map(recordings) as [
      string,
      string,
      string,
    ];
    const dates = [from, branched, checked].map((path) => readManifest(path).made.slice(0, 10));
    say(
      `Replayed from recordings: a language model answered on ${[...new Set(dates)].join(" and ")}. No key, no cost.`,
    );

    const check = await run<object>("check", {
      recording: checked,
      kb: "shipped",
      testBanks: "shipped",
      out: results,
    });
    title("1. rehearse check: 147 tests of a RAG system that a language model reranks");
    show(check.verdict, { facts: [], findings: check.verdict?.findings.slice(0, 1) ?? [] });

    const { result: session, verdict } = await run<SessionResult>("play", { recording: from, out });
    title("2. rehearse play: three simulated players, a narrator, and a reader that looks for mistakes");
    show(verdict, { facts: verdict?.facts.slice(0, FACTS) ?? [], findings: [] });

    const { checkpoint, prompt } = recordedBranch.parse(readManifest(branched).inputs);
    const {
      result: [branch],
    } = await run<SessionResult[]>("replay", {
      recording: branched,
      checkpoint: join(session.dir, `turn-${checkpoint.turn}.json`),
      out,
    });
    const comparison = await run<object>("compare", { dir: [session.dir, branch!.dir] });
    title(
      `3. rehearse replay, then compare: A as played, B from turn ${checkpoint.turn} with the prompt ${prompt?.name}`,
    );
    show(comparison.verdict, { facts: [], findings: [] });

    const [worst] = verdict?.findings ?? [];
    if (worst) {
      say("");
      const title = "The worst problem of the session";
      const next = verdict?.next.filter(({ call }) => call?.operation === "replay") ?? [];
      show(verdict, { headline: title, facts: [], findings: [worst], next });
    }

    say(`\n${lookText(session.dir, io)}`);
    say(`Your own story: ${io.command("init my-playtests")}.`);
    say(`With one vendor's key: REHEARSE_ONE_KEY=true ${io.command("play --dry-run")}.`);
    if (io.asJson) io.json({ session, branch, comparison: comparison.result, check: check.result });
  },
});

const WIDTH = 100;
/** The first numbers of a verdict. */
const FACTS = 2;

async function runStage(
  name: string,
  given: Record<string, unknown>,
  { io, signal }: { io: Io; signal: AbortSignal },
): Promise<{ result: unknown; verdict: Verdict | undefined }> {
  const declaration = await operations.find((each) => each.name === name)!.load();
  const events = showEvents(io, name);
  const surface: Surface = {
    signal,
    style: "flag",
    on: (event: RunEvent) => {
      if (event.type === "progress") events.on({ type: "step", text: event.text });
    },
    command: io.command("").trimEnd(),
  };
  try {
    return await runOperation(declaration, given, surface, ({ result, stopped }, input) => {
      if (stopped) throw stopped;
      const verdict = declaration.show(result, input).find((shown) => typeof shown !== "string");
      return { result, verdict };
    });
  } finally {
    events.done();
  }
}

/** The viewer shows the folder `sessions` of a workspace. A session elsewhere can be exported. */
function lookText(dir: string, io: Io): string {
  const out = dirname(resolve(dir));
  const workspace = relative("", dirname(out));
  if (basename(out) !== "sessions")
    return `See it: ${io.command(`export ${shellWord(dir)}`)} writes one HTML file.`;
  const serve = workspace === "" ? "serve" : `serve --workspace ${shellWord(workspace)}`;
  return `See it: ${io.command(serve)}, http://127.0.0.1:4173/sessions/${basename(dir)}`;
}
