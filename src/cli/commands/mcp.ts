/** Tools for an assistant on stdin and stdout: nothing else may be printed there. */
import { z } from "zod";
import { rehearseVersion } from "../../config/started-by.ts";
import { serveMcp } from "../../mcp/index.ts";
import { terminalText } from "../frame/index.ts";
import { plainCommand } from "../plain-command.ts";

export default plainCommand({
  name: "mcp",
  summary: "Tools for an assistant over stdio (Model Context Protocol)",
  description:
    "An assistant starts it, and calls play, replay, resume, ab, matrix, check, observe, report, " +
    "compare and models as tools. Paths are relative to the folder in which it starts.\n\n" +
    "A tool that can cost money needs a budget, at most that of the settings. " +
    "Modules and addresses are used only if the settings name them. " +
    "Answers leave out what only some players were told, unless the assistant asks for the author's view.\n\n" +
    "When the client leaves, running work is saved and can be resumed.",
  input: z.strictObject({}),
  examples: [{ input: {}, says: "As an assistant's configuration starts it." }],
  endsBySignal: true,
  async run({ io, signal }) {
    const left = new AbortController();
    process.stdin.once("end", () => left.abort());
    await serveMcp({
      command: io.command("").trim(),
      version: rehearseVersion(),
      signal: AbortSignal.any([signal, left.signal]),
      onBug: (error) =>
        io.warn(terminalText(error instanceof Error ? (error.stack ?? error.message) : String(error))),
    });
    return signal.aborted ? 130 : 0;
  },
});
