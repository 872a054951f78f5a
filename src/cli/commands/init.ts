/** Creates a workspace: a config, a story, a prompt, a knowledge base and a bank to edit. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { CONFIG_NAMES } from "../../config.ts";
import { callText, HarnessError, shellWord } from "../../kernel/errors/index.ts";
import { makeFolder, writeFileSafely } from "../../kernel/store/index.ts";
import { folder } from "../../operations/options.ts";
import { plainCommand } from "../plain-command.ts";

/** src and dist are equally deep. */
const root = fileURLToPath(new URL("../../../", import.meta.url));
const starter = join(root, "examples/starter");

/** A story, a prompt, a knowledge base with more documents than are selected, and a bank. */
const starterFiles = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(starter, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((path) => [relative(starter, path), readFileSync(path, "utf8")]),
  );

/** No import: it must load where rehearse is not installed. The name ends in .mts because a package.json may say "commonjs". */
const config = `// Settings for runs started in this folder.
// Every option, with its default and an example: docs/guide/configuration.md of the package rehearse-llm
// If rehearse is installed as a package, its defineConfig checks types: export default defineConfig({ … });
export default {
  budget: 5,
  // The knowledge base has 9 documents. With the default of 6, many tests would pass by chance.
  retrieval: { topK: 3 },
  // Put your stories in stories/ and your prompts in prompts/, then: rehearse play --story my-story --prompt my-prompt
  // roles: { narrator: "grok-4", classifier: "gpt-4o-mini" },
  // limits: { anthropic: { concurrency: 4 } },
};
`;

/** Packages, and every run's files. Baselines and recordings are for CI. */
const gitignore = `node_modules/
.rehearse/
sessions/
matrices/
ab/
bisects/
results/
calls/
ci/
`;

export default plainCommand({
  name: "init",
  summary: "Create a workspace: config, a story, a prompt, a bank",
  description:
    "Writes rehearse.config.mts, .gitignore, stories/my-story.md, prompts/my-prompt.md, " +
    "a small knowledge base in kb and a small bank in test_banks, for you to change. Existing files are kept. " +
    "Stories and prompts in these folders are found by name.",
  input: z.strictObject({ dir: folder("The folder.").default(".") }),
  arguments: ["dir"],
  examples: [
    { input: { dir: "my-playtests" }, says: "A new folder with everything to start from." },
    { input: {}, says: "The same files in this folder." },
  ],
  async run({ input: { dir }, io }) {
    if (resolve(dir) === resolve(root)) throw inPackage();
    const files = {
      [CONFIG_NAMES.find((name) => existsSync(join(dir, name))) ?? "rehearse.config.mts"]: config,
      ...starterFiles(),
      ".gitignore": gitignore,
    };
    const done: Array<{ path: string; written: boolean }> = [];
    for (const [name, text] of Object.entries(files)) {
      const path = join(dir, name);
      const written = !existsSync(path);
      if (written) await write(path, text);
      done.push({ path, written });
    }
    if (io.asJson) return io.json({ files: done });
    io.out(done.map(({ path, written }) => `${written ? "written" : "kept   "}  ${path}`).join("\n"));
    if (done.every(({ written }) => !written)) io.out("Nothing to do: all files already exist.");
    const play = io.command("play --story my-story --prompt my-prompt --narrator house", dir);
    const there = resolve(dir) === resolve(".") ? [] : [`cd ${shellWord(dir)}`];
    const next = [...there, play, io.command("check --target offline", dir)];
    io.out(["\nNext:", ...next].join("\n  "));
  },
});

/** Among the shipped documents, the starter's would change what a check and a recording find. */
const inPackage = () =>
  new HarnessError({
    code: "bad-path",
    option: "dir",
    message: "This folder is the package of Rehearse itself, which a workspace would change.",
    remedy: `Name a folder: ${callText("init", { dir: "my-playtests" })}.`,
  });

async function write(path: string, text: string): Promise<void> {
  makeFolder(dirname(path));
  await writeFileSafely(path, text);
}
