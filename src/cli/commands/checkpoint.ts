/** The whole state after a turn, in one document. */
import { encodeWholeFile, loadCheckpoint, wholeCheckpoint } from "../../playtest/index.ts";
import { writeFileSafely } from "../../kernel/store/index.ts";
import { defineCommand, terminalText } from "../frame/index.ts";

export default defineCommand({
  name: "checkpoint",
  summary: "The whole state after a turn",
  description: "A turn-N.json holds one turn; this folds it with those before it. With --out the result is one file that needs no folder, and that replay takes as well.",
  args: { positionals: [{ name: "file", help: "A turn-N.json, or a file that --out wrote.", required: true }] },
  flags: {
    out: { type: "string", value: "FILE", help: "Write it there." },
    json: { type: "boolean", help: "Print the whole document." },
  },
  examples: [
    { command: "rehearse checkpoint sessions/abc123/turn-22.json", does: "A summary." },
    { command: "rehearse checkpoint sessions/abc123/turn-22.json --out turn-22-whole.json", does: "One file that stands alone." },
  ],
  async run({ flags, positionals: [file], io }) {
    const { state } = loadCheckpoint(file);
    const whole = wholeCheckpoint(state);
    if (flags.out !== undefined) await writeFileSafely(flags.out, encodeWholeFile(whole));
    if (flags.json) return io.json(whole);
    const { sessionId, turn, config, pulses, tangents, privateMoments, issues, records } = state;
    io.out(
      terminalText(
        [
          `${sessionId} after turn ${turn}`,
          `${config.storyGuide.title}, prompt ${config.prompt}, narrator ${config.narratorModel}, seed ${config.seed}`,
          `Players: ${config.group.players.map(({ name, archetype }) => `${name} (${archetype})`).join(", ")}`,
          `${pulses.length}/${config.expectedPulses} pulses, ${tangents.length} tangents, ${privateMoments.length} private moments, ${issues.length} issues, ${whole.conversationHistory.length} messages`,
          ...(records.at(-1) ? ["", `Narrator: ${records.at(-1)!.narrator.text}`, "", `Group: ${records.at(-1)!.relay?.text ?? ""}`] : []),
          ...(flags.out === undefined ? [] : ["", `Written to ${flags.out}`]),
        ].join("\n"),
      ),
    );
  },
});
