/** A session, an experiment or a check as one file: the viewer with its data inside, viewable without a server. Or a queued run as folders. */
import { basename } from "node:path";
import { engineAddress } from "../../../config.ts";
import { copyRun, isOver } from "../../../kernel/engine/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { exists, writeFileSafely } from "../../../kernel/store/index.ts";
import { houseCast } from "../../../playtest/index.ts";
import { exportPage } from "../../../server/index.ts";
import { defineCommand, type Io, terminalText } from "../../frame/index.ts";
import { engineFlag, engineFrom, readEngine } from "../engine/engine-connection.ts";
import { retrievalHarness } from "../harness/retrieval-harness.ts";
import { configFrom, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "export",
  summary: "Export a session, experiment or check as one HTML file, or a queued run as folders",
  description:
    "With --to, copies a queued run from the database to an ordinary folder, for `report`, `compare`, `resume` and `serve`. Repeat the command to update a copy whose sessions you have not changed.\n\n" +
    "Otherwise it writes an HTML file. The file opens in any browser, offline and without a server. It contains everything that was said, including private moments; --public keeps only what all players heard.",
  args: {
    positionals: [
      {
        name: "path",
        help: "The folder of a session, matrix, A/B test or bisection, or a results file of a check. With --to: the name of a queued run.",
        required: true,
      },
    ],
  },
  flags: {
    html: { type: "boolean", help: "Write an HTML page (the only format)." },
    out: {
      type: "string",
      value: "FILE",
      help: "The file to write. Default: NAME.html in this folder, or NAME-public.html with --public.",
    },
    public: {
      type: "boolean",
      help: "Only what all players heard: no private moments, wishes, backstories or descriptions of issues.",
    },
    to: { type: "string", value: "DIR", help: "Copy a queued run to this folder. See `rehearse runs`." },
    ...engineFlag("With --to: the Postgres database with the queue."),
    kb: { type: "string", value: "DIR", help: "The knowledge base that results belong to." },
    testBanks: { type: "string", value: "DIR", help: "The test banks that results belong to." },
    config: settingsFlags.config,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse export --html sessions/abc123", does: "Write abc123.html." },
    {
      command: "rehearse export --html sessions/abc123 --public --out for-the-players.html",
      does: "Without secrets.",
    },
    {
      command: "rehearse export --html matrices/mini-2026-11-15-090000",
      does: "The dashboard, with its sessions.",
    },
    {
      command: "rehearse export --html abs/ab-2026-11-15-090000",
      does: "An A/B test, with its replays.",
    },
    {
      command: "rehearse export --html results/results_2026-11-15-1201.json",
      does: "A check, test by test.",
    },
    {
      command: "rehearse export mini-2026-11-16-090000 --to matrices/mini-2026-11-16-090000",
      does: "A queued run, with REHEARSE_ENGINE set.",
    },
  ],
  async run({ flags, positionals: [path], io }) {
    if (flags.to !== undefined) return exportRun(path, { ...flags, to: flags.to, io });
    if (flags.engine !== undefined)
      throw new HarnessError({
        code: "engine-without-to",
        message: "--engine works only with --to.",
        remedy: "Add --to DIR to copy a queued run, or remove --engine.",
      });
    refuseRunName(path);
    const harness = retrievalHarness(await configFrom(flags), io, { house: houseCast });
    try {
      const { kind, name, leftOut, notes, html } = await exportPage({
        harness,
        path,
        isPublic: flags.public ?? false,
        folders: { kb: flags.kb, testBanks: flags.testBanks },
      });
      const file = flags.out ?? `${basename(name, ".json")}${flags.public ? "-public" : ""}.html`;
      await writeFileSafely(file, html);
      const bytes = Buffer.byteLength(html);
      for (const note of notes) io.warn(terminalText(note));
      if (flags.json) return io.json({ kind, file, bytes, leftOut, notes });
      io.out(terminalText(`Written to ${file} (${(bytes / 1e6).toFixed(1)} MB)`));
    } finally {
      await harness.close();
    }
  },
});

async function exportRun(
  run: string,
  { to, engine, html, public: isPublic, out, json, io }: ExportRun,
): Promise<void> {
  const other = Object.entries({ html, public: isPublic, out }).find(([, value]) => value);
  if (other)
    throw new HarnessError({
      code: "bad-export",
      message: `--${other[0]} does not work with --to, which copies folders.`,
      remedy: `Copy the run first. Then export the copy: rehearse export --html DIR.`,
    });
  return readEngine(engineFrom({ engine }), io, async (database) => {
    const line = io.progress("export");
    const { state, sessions } = await copyRun(database, {
      run,
      to,
      onSession: (done, of) => line.show(`${done}/${of} sessions copied`),
    }).finally(() => line.done());
    if (!isOver(state))
      io.warn(
        terminalText(
          `${run} is still ${state}: the copy holds what is stored so far. Do not resume the copy; export again when the run has ended.`,
        ),
      );
    if (json) return io.json({ run, state, dir: to, sessions });
    io.out(terminalText(`Copied to ${to}: ${counted(sessions, "session")}`));
  });
}

/** Somebody who works with a database may have meant a run. */
function refuseRunName(path: string): void {
  if (engineAddress() === undefined || exists(path) || /[\\/]/.test(path)) return;
  throw new HarnessError({
    code: "not-found",
    message: `There is no file or folder ${path}.`,
    remedy: `To copy the queued run ${path}, add --to DIR, such as --to matrices/${path}.`,
  });
}

type ExportRun = {
  to: string;
  engine?: string;
  html?: boolean;
  public?: boolean;
  out?: string;
  json?: boolean;
  io: Io;
};
