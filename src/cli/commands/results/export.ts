/** A session, an experiment or a check as one file: the viewer with its data inside, viewable without a server. */
import { basename } from "node:path";
import { createHarness } from "../../../kernel/run/index.ts";
import { writeFileSafely } from "../../../kernel/store/index.ts";
import { houseCast } from "../../../playtest/index.ts";
import { exportPage } from "../../../server/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";
import { sayRetry } from "../harness/retry-notice.ts";
import { configFrom, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "export",
  summary: "Export a session, experiment or check as one HTML file",
  description:
    "The file opens in any browser, offline and without a server. It contains everything that was said, including private moments; --public keeps only what all players heard.",
  args: {
    positionals: [
      {
        name: "path",
        help: "The folder of a session, matrix, A/B test or bisection, or a results file of a check.",
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
      command: "rehearse export --html ab/ab-2026-11-15-090000",
      does: "An A/B test, with its replays.",
    },
    {
      command: "rehearse export --html results/results_2026-11-15-1201.json",
      does: "A check, test by test.",
    },
  ],
  async run({ flags, positionals: [path], io }) {
    const config = await configFrom(flags);
    const harness = createHarness({ ...config, house: houseCast, onRetry: sayRetry(io) });
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
