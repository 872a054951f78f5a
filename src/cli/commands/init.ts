/** A workspace of one's own: a config, a story, a prompt, a knowledge base and a bank to change. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { shellWord } from "../../config/started-by.ts";
import { makeFolder, writeFileSafely } from "../../kernel/store/index.ts";
import { defineCommand } from "../frame/index.ts";
import { starterBank } from "./starter-bank.ts";

/** From the package's own examples: three folders up, from src and from dist alike. */
const starter = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../examples/starter/${file}`, import.meta.url)), "utf8");

/** No import: it must load where rehearse is no package beside it. */
const config = `// Settings for the runs that are started in this folder.
// Every option, with its default and an example: rehearse config --guide
// Where rehearse is installed as a package, types: export default { … } satisfies import("rehearse").SettingsInput
export default {
  // The most a run may cost, in USD.
  budget: 5,
  // Own stories are in stories/, own prompts in prompts/: rehearse play --story my-story --prompt my-prompt
  // roles: { narrator: "grok-4", classifier: "gpt-4o-mini" },
  // limits: { anthropic: { concurrency: 4 } },
};
`;

export default defineCommand({
  name: "init",
  summary: "A workspace of your own: config, a story, a prompt, a bank",
  description:
    "Writes rehearse.config.ts, stories/my-story.md, prompts/my-prompt.md, a small knowledge base in kb and a small bank in test_banks, for you to change. Existing files are kept. Stories and prompts in these folders are found by name.",
  args: { positionals: [{ name: "dir", help: "Where; here, if left out." }] },
  flags: { json: { type: "boolean", help: "Print one JSON document." } },
  examples: [
    { command: "rehearse init my-playtests", does: "A new folder with everything to start from." },
    { command: "rehearse init", does: "The same files in this folder." },
  ],
  async run({ flags, positionals: [dir = "."], io }) {
    const files = {
      "rehearse.config.ts": config,
      "stories/my-story.md": starter("lot-nine.md"),
      "prompts/my-prompt.md": starter("prompt.md"),
      ...starterBank,
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
    if (done.every(({ written }) => !written)) io.out("Nothing to do: all of these files are there already.");
    const play = io.command("play --story my-story --prompt my-prompt --narrator house", dir);
    const there = resolve(dir) === resolve(".") ? "" : `cd ${shellWord(dir)} && `;
    io.out(`\nNext: ${there}${play}`);
    io.out(`And:  ${there}${io.command("check --target offline", dir)}`);
  },
});

async function write(path: string, text: string): Promise<void> {
  makeFolder(dirname(path));
  await writeFileSafely(path, text);
}
