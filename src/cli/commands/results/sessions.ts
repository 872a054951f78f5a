/** Lists the sessions of a folder, and archives old ones. */
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
      { name: "action", help: "list (default) or archive.", choices: ["list", "archive"] },
      { name: "dir", help: "For archive: session folders.", variadic: true },
    ],
  },
  flags: {
    out: { type: "string", value: "DIR", default: "sessions", help: "The folder that holds the sessions." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse sessions list", does: "List all sessions." },
    { command: "rehearse sessions archive sessions/abc123", does: "Archive one." },
  ],
  async run({ flags, positionals: [action = "list", ...dirs], io }) {
    if (action === "archive") {
      if (dirs.length === 0)
        throw new HarnessError({
          code: "missing-option",
          message: "sessions archive needs a session folder.",
          remedy: "Name one: rehearse sessions archive sessions/abc123.",
        });
      const moved: Array<Awaited<ReturnType<typeof archiveSession>>> = [];
      // One at a time: if a move fails, the output shows which sessions were moved.
      for (const dir of dirs) {
        moved.push(await archiveSession(dir));
        if (!flags.json) io.out(`${moved.at(-1)!.from} → ${moved.at(-1)!.to}`);
      }
      return flags.json ? io.json(moved) : undefined;
    }
    if (dirs.length > 0)
      throw new HarnessError({
        code: "unknown-option",
        message: `Unexpected argument "${dirs[0]}": sessions list takes no folders.`,
        remedy: "Use --out DIR to list another folder.",
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
