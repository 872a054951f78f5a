/** The sessions of a folder: what there is, and putting old ones away. */
import { basename } from "node:path";
import { listSessions, archiveSession } from "../../../playtest/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { defineCommand, table, terminalText } from "../../frame/index.ts";

export default defineCommand({
  name: "sessions",
  summary: "List sessions, or archive old ones",
  usage: "[list] | archive <dir>…",
  description:
    "`sessions archive DIR` moves a session into an `archive` folder beside it. Nothing is deleted: a folder can be moved back, and its branches never needed it.",
  args: {
    positionals: [
      { name: "action", help: "list (also where it is left out) or archive." },
      { name: "dir", help: "For archive: the sessions' folders.", variadic: true },
    ],
  },
  flags: {
    out: { type: "string", value: "DIR", default: "sessions", help: "The folder that holds the sessions." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse sessions list", does: "What there is." },
    { command: "rehearse sessions archive sessions/abc123", does: "Put one away." },
  ],
  async run({ flags, positionals: [action = "list", ...dirs], io }) {
    if (action === "archive" && dirs.length > 0) {
      const moved: Array<Awaited<ReturnType<typeof archiveSession>>> = [];
      // One after the other: where one cannot be moved, the list says which were.
      for (const dir of dirs) {
        moved.push(await archiveSession(dir));
        if (!flags.json) io.out(`${moved.at(-1)!.from} → ${moved.at(-1)!.to}`);
      }
      return flags.json ? io.json(moved) : undefined;
    }
    if (action !== "list")
      throw new HarnessError({
        code: "bad-argument",
        message: 'rehearse sessions takes "list" or "archive DIR".',
        remedy: "rehearse sessions --help shows examples.",
      });
    const sessions = listSessions(flags.out);
    if (flags.json) return io.json(sessions);
    if (sessions.length === 0) return io.out(`No sessions in ${flags.out}.`);
    const rows = sessions.map(
      ({ dir, at, story, prompt, narrator, outcome, turns, issues, cost, branchedFrom }) => [
        basename(dir),
        at?.slice(0, 16).replace("T", " ") ?? "",
        story,
        prompt,
        narrator,
        outcome,
        String(turns),
        issues === null ? "–" : String(issues),
        cost?.toFixed(4) ?? "unknown",
        branchedFrom ?? "",
      ],
    );
    io.out(
      terminalText(
        table(
          [
            "folder",
            "played (UTC)",
            "story",
            "prompt",
            "narrator",
            "outcome",
            "turns",
            "issues",
            "USD",
            "branched from",
          ],
          rows,
          { right: [6, 7, 8] },
        ),
      ),
    );
  },
});
