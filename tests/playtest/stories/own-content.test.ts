/** Stories and prompts of a workspace, by name, through the real binary. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { choicesOf } from "../../../src/server/routes/content.ts";
import { runRehearse } from "../../support/cli/rehearse-process.ts";
import { houseHarness } from "../house-session.ts";

const ferry = `# The Last Ferry

## 1. Casting off

The ropes come in and the quay slides away. A boy on the pier waves a red scarf at nobody.

## 2. Water below

Cold water stands ankle-deep in the engine room. Somebody has pulled the plug from the pump.
`;

function workspace(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), "workspace-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}
const run = (cwd: string, ...args: string[]) => runRehearse(args, { cwd, env: {} });

test("a story and a prompt of the workspace are played by name, and shadowed shipped ones are named", async () => {
  const dir = workspace({
    "stories/ferry.md": ferry,
    "stories/README.md": "Not a story.",
    "prompts/baseline.txt": "You tell the story, briefly.",
  });
  const played = await run(
    dir,
    ..."play --story ferry --prompt baseline --narrator house --seed 1 --json".split(" "),
  );
  expect(played.exit).toBe(0);
  expect(played.stderr).toContain("stories/ferry.md: 2 beats, from numbered headings.");
  expect(played.stderr).toContain("prompts/baseline.txt hides the shipped prompt baseline.");
  expect(JSON.parse(played.stdout)).toMatchObject({
    story: "ferry",
    outcome: "completed",
    pulses: { detected: 2, expected: 2 },
  });
  const list = await run(dir, "story", "list");
  expect(list.stdout).toMatch(/ferry +The Last Ferry +- +2 +stories\/ferry\.md/);
  expect(list.stdout).not.toContain("README");
  expect(list.stdout).toMatch(/innsmouth .* shipped/);
  const unknown = await run(dir, "play", "--story", "fery", "--narrator", "house");
  expect(unknown).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching(
      /Unknown story "fery"\. Known: ferry, .*innsmouth.* Did you mean ferry\?/,
    ) as unknown,
  });
  const matrix = await run(
    dir,
    ..."matrix --preset smoke --stories ferry --narrator house --dry-run --json".split(" "),
  );
  expect(matrix).toMatchObject({ exit: 0, stderr: expect.stringContaining("2 beats") as unknown });
  expect(choicesOf({ ...houseHarness(), workspace: dir })).toMatchObject({
    stories: expect.arrayContaining(["ferry", "innsmouth"]) as unknown,
    prompts: expect.arrayContaining(["baseline"]) as unknown,
    own: { stories: expect.arrayContaining(["ferry"]) as unknown },
  });
});

test("story list shows the good guides, and each bad one with its reason", async () => {
  const dir = workspace({
    "stories/big.md": "a ".repeat(1_000_000),
    "stories/blank.md": "",
    "stories/ferry.md": ferry,
    "stories/twin.md": ferry,
    "stories/twin.txt": ferry,
  });
  mkdirSync(join(dir, "stories/folder.md"));
  const list = await run(dir, "story", "list");
  expect(list).toMatchObject({ exit: 0, stderr: "" });
  expect(list.stdout).toMatch(/ferry +The Last Ferry +- +2 +stories\/ferry\.md/);
  expect(list.stdout).toMatch(/innsmouth .* shipped/);
  expect(list.stdout).toMatch(/blank +\(cannot be played\) +- +- +stories\/blank\.md/);
  expect(list.stdout.match(/ cannot be played$/gm)).toHaveLength(4);
  expect(list.stdout).toContain(
    "big cannot be played\n    1,999,999 characters; a guide can have at most 400,000",
  );
  expect(list.stdout).toContain("blank cannot be played\n    the file is empty");
  expect(list.stdout).toMatch(/folder cannot be played\n.*stories\/folder\.md/);
  expect(list.stdout).toContain(
    'twin cannot be played\n    Two files are called "twin": stories/twin.md and stories/twin.txt. Rename one of them',
  );
  expect(list.stdout).not.toContain("--story");
  const guides = JSON.parse((await run(dir, "story", "list", "--json")).stdout) as unknown;
  expect(guides).toEqual(
    expect.arrayContaining([
      { name: "blank", from: "stories/blank.md", problems: ["the file is empty"] },
      { name: "ferry", id: "ferry", title: "The Last Ferry", pulses: 2, from: "stories/ferry.md" },
    ]),
  );
});

test("story check shows the beats of a text, and how to mark some if there are none", async () => {
  const dir = workspace({ "ferry.md": ferry, "prose.txt": "They row all night." });
  const checked = await run(dir, "story", "check", "ferry.md");
  expect(checked).toMatchObject({ exit: 0 });
  expect(checked.stdout).toContain("2 beats, from numbered headings.");
  expect(checked.stdout).toMatch(/^1 {2}Casting off\n2 {2}Water below$/m);
  const prose = await run(dir, "story", "check", "prose.txt");
  expect(prose).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/no beats [^]*To mark beats/) as unknown,
  });
  expect(JSON.parse((await run(dir, "story", "check", "ferry.md", "--json")).stdout)).toMatchObject({
    pulses: 2,
    beats: { rule: "numbered headings", titles: ["Casting off", "Water below"] },
  });
});
