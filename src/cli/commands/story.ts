/** Story guides: what is shipped, and whether one of your own can be played. */
import { HarnessError } from "../../kernel/errors/index.ts";
import { checkStory, loadStory, readStory, shippedNames } from "../../playtest/index.ts";
import { existsSync } from "node:fs";
import { defineCommand, table } from "../frame/index.ts";

export default defineCommand({
  name: "story",
  summary: "Story guides: list the shipped ones, check one of your own",
  usage: "check <file> | list",
  description:
    "`story check FILE` looks at the shape, at references that lead nowhere, at the number of pulses, at NPCs, places and things that no pulse uses, and at endings that cannot be reached. Errors end with exit code 2, warnings with 0.",
  args: {
    positionals: [
      { name: "action", help: "check or list.", required: true },
      { name: "file", help: "A guide: a path, or the name of a shipped one." },
    ],
  },
  flags: { json: { type: "boolean", help: "Print one JSON document." } },
  examples: [
    { command: "rehearse story check my-story.json", does: "Can it be played?" },
    { command: "rehearse story list", does: "The shipped guides." },
  ],
  async run({ flags, positionals: [action, file], io }) {
    if (action === "list") {
      const guides = shippedNames("story").map((name) => loadStory(name));
      if (flags.json)
        return io.json(
          guides.map(({ id, title, genre, pulses }) => ({ id, title, genre, pulses: pulses.length })),
        );
      return io.out(
        table(
          ["id", "title", "genre", "pulses"],
          guides.map(({ id, title, genre = "-", pulses }) => [id, title, genre, String(pulses.length)]),
        ),
      );
    }
    if (action !== "check" || file === undefined)
      throw new HarnessError({
        code: "bad-argument",
        message: `rehearse story takes "check FILE" or "list".`,
        remedy: "rehearse story --help shows examples.",
      });
    const guide = existsSync(file) ? readStory(file) : loadStory(file);
    const problems = checkStory(guide);
    const summary = {
      id: guide.id,
      title: guide.title,
      pulses: guide.pulses.length,
      npcs: guide.npcs.length,
      endings: guide.endings.length,
      problems,
    };
    if (flags.json) io.json(summary);
    else {
      io.out(
        `${guide.title}: ${guide.pulses.length} pulses, ${guide.npcs.length} NPCs, ${guide.locations.length} places, ${guide.devices.length} things, ${guide.endings.length} endings`,
      );
      io.out(
        problems.length === 0
          ? "Nothing to complain about."
          : problems.map(({ severity, problem }) => `${severity}: ${problem}`).join("\n"),
      );
    }
    return problems.some(({ severity }) => severity === "error") ? 2 : 0;
  },
});
