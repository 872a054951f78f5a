/** The whole state after a turn, in one document. */
import { encodeWholeFile, loadCheckpoint, wholeCheckpoint } from "../../playtest/index.ts";
import { writeFileSafely } from "../../kernel/store/index.ts";
import { defineCommand, terminalText } from "../frame/index.ts";
import { checkpointText } from "./checkpoint-text.ts";

export default defineCommand({
  name: "checkpoint",
  summary: "The whole state after a turn",
  description:
    "A turn-N.json holds one turn; this folds it with those before it and prints all of it. With --out the result is one file that needs no folder, and that replay takes as well.",
  args: {
    positionals: [{ name: "file", help: "A turn-N.json, or a file that --out wrote.", required: true }],
  },
  flags: {
    out: { type: "string", value: "FILE", help: "Write it there, and print nothing else." },
    json: { type: "boolean", help: "Print it as one JSON document." },
  },
  examples: [
    {
      command: "rehearse checkpoint sessions/abc123/turn-22.json",
      does: "Everything that is known after turn 22.",
    },
    {
      command: "rehearse checkpoint sessions/abc123/turn-22.json --out turn-22-whole.json",
      does: "One self-contained file.",
    },
  ],
  async run({ flags, positionals: [file], io }) {
    const { state, notes } = loadCheckpoint(file);
    for (const note of notes) io.warn(terminalText(note));
    const whole = wholeCheckpoint(state);
    if (flags.out !== undefined) await writeFileSafely(flags.out, encodeWholeFile(whole));
    if (flags.json) return io.json(whole);
    io.out(
      flags.out === undefined
        ? checkpointText(whole)
        : `${whole.sessionId} after turn ${whole.turn}, written to ${flags.out}`,
    );
  },
});
