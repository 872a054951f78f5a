/** A workspace of one's own: a config, a story and a prompt to change. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";
import { makeFolder, writeFileSafely } from "../../kernel/store/index.ts";
import { findContent } from "../../playtest/index.ts";
import { defineCommand } from "../frame/index.ts";

const config = `import { defineConfig } from "rehearse";

// Every option, with its default and an example: rehearse config --guide
export default defineConfig({
  // The most a run may cost, in USD.
  budget: 5,
  // roles: { narrator: "grok-4", classifier: "gpt-4o-mini" },
  // limits: { anthropic: { concurrency: 4 } },
});
`;

export default defineCommand({
  name: "init",
  summary: "A workspace of your own: config, a story, a prompt",
  description: "Writes rehearse.config.ts, stories/my-story.json and prompts/my-prompt.md, to be changed. Files that are there already are left alone.",
  args: { positionals: [{ name: "dir", help: "Where; here, if left out." }] },
  flags: { json: { type: "boolean", help: "Print one JSON document." } },
  examples: [
    { command: "rehearse init my-playtests", does: "A new folder with everything to start from." },
    { command: "rehearse init", does: "The same files in this folder." },
  ],
  async run({ flags, positionals: [dir = "."], io }) {
    const files = {
      "rehearse.config.ts": config,
      "stories/my-story.json": readFileSync(findContent("story", "marrow-fair").path, "utf8"),
      "prompts/my-prompt.md": readFileSync(findContent("prompt", "baseline").path, "utf8"),
    };
    const done: Array<{ path: string; written: boolean }> = [];
    for (const [name, text] of Object.entries(files)) {
      const path = join(dir, name);
      const written = !existsSync(path);
      if (written) await write(path, text);
      done.push({ path, written });
    }
    if (flags.json) return io.json({ files: done });
    io.out(done.map(({ path, written }) => `${written ? "written" : "kept   "}  ${path}`).join("\n"));
    if (done.every(({ written }) => !written)) throw new HarnessError({ code: "nothing-to-do", message: `${dir} has all of these files already.`, remedy: "Name another folder." });
    io.out(`\nNext: cd ${dir} && rehearse play --story stories/my-story.json --prompt prompts/my-prompt.md --narrator house`);
  },
});

async function write(path: string, text: string): Promise<void> {
  makeFolder(dirname(path));
  await writeFileSafely(path, text);
}
