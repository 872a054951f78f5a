/** A workspace of one's own: a config, a story, a prompt, a knowledge base and a bank to change. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { shellWord } from "../../../config/started-by.ts";
import { makeFolder, writeFileSafely } from "../../../kernel/store/index.ts";
import { defineCommand } from "../../frame/index.ts";

/** From the package's own examples: three folders up, from src and from dist alike. */
const starter = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../examples/starter/${file}`, import.meta.url)), "utf8");

/** No import: it must load where rehearse is not installed as a package. */
const config = `// Settings for runs started in this folder.
// Every option, with its default and an example: rehearse config --guide
// If rehearse is installed as a package, you can add types: export default { … } satisfies import("rehearse").SettingsInput
export default {
  budget: 5,
  // Put your stories in stories/ and your prompts in prompts/, then: rehearse play --story my-story --prompt my-prompt
  // roles: { narrator: "grok-4", classifier: "gpt-4o-mini" },
  // limits: { anthropic: { concurrency: 4 } },
};
`;

export default defineCommand({
  name: "init",
  summary: "Create a workspace: config, a story, a prompt, a bank",
  description:
    "Writes rehearse.config.ts, stories/my-story.md, prompts/my-prompt.md, a small knowledge base in kb and a small bank in test_banks, for you to change. Existing files are kept. Stories and prompts in these folders are found by name.",
  args: { positionals: [{ name: "dir", help: "The folder. Default: this one." }] },
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
    if (done.every(({ written }) => !written)) io.out("Nothing to do: all files already exist.");
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

/** A knowledge base of three entries and a bank of three tests: small enough to be read before they are changed. */
const entity = (
  id: string,
  { title, summary, tags, content }: { title: string; summary: string; tags: string; content: string },
) =>
  `---\nentity_id: ${id}\ntype: KNOWLEDGE\ntitle: ${title}\nload_mode: SEMANTIC\ntags: [${tags}]\nsummary: ${summary}\n---\n${content}\n`;

const tests = [
  {
    test_id: "V2-RET-001",
    name: "Money back, in other words",
    category: "one_liner",
    topics: ["returns"],
    prompt: "it does not fit and i want my money again",
    expected_primary: ["returns_and_refunds"],
    expected_secondary: [],
    not_expected: [],
    rank_check: [],
    user_state: {},
  },
  {
    test_id: "V2-SHIP-001",
    name: "Where is it",
    category: "one_liner",
    topics: ["shipping"],
    prompt: "my parcel should have been here on monday",
    expected_primary: ["late_delivery"],
    expected_secondary: ["returns_and_refunds"],
    not_expected: [],
    rank_check: [{ higher: "late_delivery", lower: "returns_and_refunds" }],
    user_state: {},
  },
  {
    test_id: "V2-WAR-001",
    name: "Broken after a year",
    category: "short_message",
    topics: ["warranty"],
    prompt: "the motor stopped after eleven months, can you repair it",
    expected_primary: ["warranty_claims"],
    expected_secondary: [],
    not_expected: [],
    rank_check: [],
    user_state: {},
  },
];

const starterBank: Record<string, string> = {
  "kb/knowledge/returns_and_refunds.md": entity("returns_and_refunds", {
    title: "Returns and refunds",
    summary: "How a customer sends something back and gets the money.",
    tags: "orders, money",
    content:
      "Within 30 days an unused item can be sent back, and its price is refunded to the card it was paid with. Ask for the order number; offer an exchange where the size is the reason.\n\nWhere something broke, warranty claims are the better way.",
  }),
  "kb/knowledge/late_delivery.md": entity("late_delivery", {
    title: "Late delivery",
    summary: "What to do when a parcel has not arrived when it should have.",
    tags: "orders, shipping",
    content:
      "Look the parcel up before anything else, and tell what its last scan says. After five working days it counts as lost: send another, or refund.",
  }),
  "kb/knowledge/warranty_claims.md": entity("warranty_claims", {
    title: "Warranty claims",
    summary: "Defects within two years, from repair to replacement, and what is not covered.",
    tags: "orders, defects",
    content:
      "A defect within two years is repaired or the item replaced. Ask what happened and for a photo. Wear and drops are not covered; say so kindly.",
  }),
  "test_banks/semantic/parent_test_bank.json": `${JSON.stringify({ bank_type: "SEMANTIC", version: "2.0", description: "A bank to begin with: docs/guide/retrieval.md explains every field", tests }, undefined, 2)}\n`,
};
