/** A first look on a fresh machine: no key, no network, no cost. Recorded sessions, played by the usual operations. */
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { shellWord } from "../../config/started-by.ts";
import { recordedBranch, type SessionResult } from "../../contract/index.ts";
import { readManifest } from "../../kernel/recording/index.ts";
import { operations } from "../../operations/declared.ts";
import type { RunEvent } from "../../operations/library-function.ts";
import type { Surface } from "../../operations/open-operation.ts";
import { folder } from "../../operations/options.ts";
import { runOperation } from "../../operations/run-operation.ts";
import type { Io } from "../frame/index.ts";
import { shownText } from "../operation/operation-command.ts";
import { showEvents } from "../operation/show-events.ts";
import { plainCommand } from "../plain-command.ts";

/** Sessions of a language model. src and dist are equally deep. */
const recordings = (name: string) => fileURLToPath(new URL(`../../../recordings/${name}`, import.meta.url));

const BRANCH = "innsmouth-branch";

export default plainCommand({
  name: "demo",
  summary: "A first look; needs no key",
  description:
    "Replays two recorded sessions played by a language model, branches one with another prompt, compares the branch with its parent, and runs the retrieval banks on offline models. The results stay in the folder.",
  input: z.strictObject({
    out: folder("The folder for the sessions.").default("sessions"),
    results: folder("The folder for the retrieval results.").default("results"),
  }),
  examples: [{ input: {}, says: "Look around." }],
  async run({ input: { out, results }, io, signal }) {
    const say = (text: string) => io.asJson || io.say(text);
    const stage = async <Result>(title: string, name: string, given: Record<string, unknown>) => {
      say(`\n${io.style("bold", title)}\n`);
      return (await runStage(name, given, { io, signal })) as Result;
    };
    const made = readManifest(recordings("innsmouth")).made.slice(0, 10);
    say(
      `The playtests below are replayed from recordings: a language model played every seat through a local endpoint on ${made}. No key, no requests, no cost.`,
    );
    const session = await stage<SessionResult>("A recorded session (rehearse play)", "play", {
      recording: recordings("innsmouth"),
      out,
    });
    const { checkpoint, prompt } = recordedBranch.parse(readManifest(recordings(BRANCH)).inputs);
    const [branch] = await stage<SessionResult[]>(
      `The same scene from turn ${checkpoint.turn} with the prompt ${prompt?.name} (rehearse replay)`,
      "replay",
      { recording: recordings(BRANCH), checkpoint: join(session.dir, `turn-${checkpoint.turn}.json`), out },
    );
    const comparison = await stage<object>("Side by side (rehearse compare)", "compare", {
      dir: [session.dir, branch!.dir],
    });
    const another = await stage<SessionResult>("A recorded session of another story", "play", {
      recording: recordings("long-quiet"),
      out,
    });
    say(
      `\nCost of each run: ${io.command(`report ${session.dir} --costs`)}. With a key, or a local server, the same commands ask real models: ${io.command("play --narrator opus-4.5 --dry-run")}. To record your own: ${io.command("play --record DIR")}.`,
    );
    const check = await stage<object>(
      "The retrieval banks on offline models (rehearse check --target offline)",
      "check",
      { target: "offline", kb: "shipped", testBanks: "shipped", out: results },
    );
    say(
      "\nA low semantic score is expected: the offline models mostly match words, and the tests are hard. State, pattern and always tests are exact.",
    );
    say(`\n${lookText(session.dir, io)}`);
    if (io.asJson) io.json({ session, branch, another, comparison, check });
  },
});

async function runStage(
  name: string,
  given: Record<string, unknown>,
  { io, signal }: { io: Io; signal: AbortSignal },
): Promise<unknown> {
  const declaration = await operations.find((each) => each.name === name)!.load();
  const events = showEvents(io, name);
  const surface: Surface = {
    signal,
    style: "flag",
    // A log needs no line for every turn and test of a demo.
    on: (event: RunEvent) =>
      events.on(event.type === "progress" ? { type: "step", text: event.text } : event),
    command: io.command("").trimEnd(),
  };
  try {
    return await runOperation(declaration, given, surface, ({ result, stopped }, input) => {
      events.done();
      if (stopped) throw stopped;
      const shown = declaration.show(result, input).map((each) => shownText(each, io));
      if (!io.asJson) io.say(shown.join("\n\n"));
      return result;
    });
  } finally {
    events.done();
  }
}

/** The viewer shows the folder `sessions` of a workspace. A session elsewhere can be exported. */
function lookText(dir: string, io: Io): string {
  const out = dirname(resolve(dir));
  const workspace = relative("", dirname(out));
  return basename(out) === "sessions"
    ? `Look at what was played: ${io.command(`serve${workspace === "" ? "" : ` --workspace ${shellWord(workspace)}`}`)}, then open http://127.0.0.1:4173/sessions/${basename(dir)}`
    : `Look at what was played: ${io.command(`export ${shellWord(dir)}`)} writes one HTML file.`;
}
