/** The sessions of a folder: what there is, and putting old ones away. */
import { listSessions, archiveSession } from "../../playtest/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { defineCommand, table } from "../frame/index.ts";

export default defineCommand({
  name: "sessions",
  summary: "List sessions, or archive old ones",
  usage: "list | archive <dir>…",
  description: "`sessions archive DIR` moves a session into an `archive` folder beside it. Nothing is deleted: a folder can be moved back, and its branches never needed it.",
  args: {
    positionals: [
      { name: "action", help: "list or archive.", required: true },
      { name: "dir", help: "For archive: the sessions' folders.", variadic: true },
    ],
  },
  flags: { out: { type: "string", value: "DIR", default: "sessions", help: "The folder that holds the sessions." }, json: { type: "boolean", help: "Print one JSON document." } },
  examples: [
    { command: "rehearse sessions list", does: "What there is." },
    { command: "rehearse sessions archive sessions/abc123", does: "Put one away." },
  ],
  async run({ flags, positionals: [action, ...dirs], io }) {
    if (action === "archive" && dirs.length > 0) {
      const moved = await Promise.all(dirs.map((dir) => archiveSession(dir)));
      if (flags.json) return io.json(moved);
      return io.out(moved.map(({ from, to }) => `${from} → ${to}`).join("\n"));
    }
    if (action !== "list") throw new HarnessError({ code: "bad-argument", message: 'rehearse sessions takes "list" or "archive DIR".', remedy: "rehearse sessions --help shows examples." });
    const sessions = listSessions(flags.out);
    if (flags.json) return io.json(sessions);
    if (sessions.length === 0) return io.out(`No sessions in ${flags.out}.`);
    io.out(table(["session", "story", "prompt", "narrator", "outcome", "turns", "from"], sessions.map(({ sessionId, story, prompt, narrator, outcome, turns, branchedFrom }) => [sessionId, story, prompt, narrator, outcome, String(turns), branchedFrom ?? ""]), { right: [5] }));
  },
});
