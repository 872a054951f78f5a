import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../../../tests/support/cli/run-in-memory.ts";

const folder = () => join(mkdtempSync(join(tmpdir(), "outputs-")), "run");
const rehearse = (...argv: string[]) => runCommand(argv);

test("ask prints an answer and its cost, and repeats it from the journal; report --costs adds it up", async () => {
  const run = folder();
  const first = JSON.parse(
    (await rehearse("ask", "Where is the lamp?", "--run", run, "--json")).stdout,
  ) as Record<string, never>;
  expect(first).toMatchObject({
    model: "house/plain",
    source: "model",
    totals: { all: { attempts: 1, cost: 0 }, calls: { completed: 1 } },
    dir: run,
  });
  const again = JSON.parse(
    (await rehearse("ask", "Where is the lamp?", "--run", run, "--json")).stdout,
  ) as Record<string, never>;
  expect(again).toMatchObject({ text: first.text, source: "journal", totals: { all: { attempts: 1 } } });

  const { stdout } = await rehearse("report", run, "--costs");
  expect(stdout).toMatch(/^Nothing was charged for 1 call; the narrator used 100 % of the tokens\.$/m);
  expect(stdout).toMatch(/^narrator +1 +0 +\d+ +\d+ +0\.000000$/m);
  expect(stdout).toMatch(/^house\/plain +1 /m);
  expect(JSON.parse((await rehearse("report", run, "--costs", "--json")).stdout)).toMatchObject({
    all: { attempts: 1 },
    byModel: { "house/plain": { attempts: 1 } },
  });
});

test("config shows each value and its source", async () => {
  expect(JSON.parse((await rehearse("config", "--budget", "2", "--json")).stdout)).toMatchObject({
    settings: { budget: 2, via: "direct" },
    sources: { budget: "flag", via: "default" },
  });
});

test("models lists every name with its use, and embedded ones need no key", async () => {
  const { stdout } = await rehearse("models");
  expect(stdout).toMatch(/^opus-4\.5 +anthropic\/claude-opus-4-5 +language +200k +5 +25 +0\.5 +6\.25 /m);
  expect(stdout).toMatch(/^house +house\/plain +language .* yes$/m);
  expect(stdout).toMatch(/^voyage +voyage\/voyage-3\.5 +embedding /m);
});

test("--seed 1 and the default seed 1 are the same seed", async () => {
  const [asked, usual] = await Promise.all([
    rehearse("ask", "Say something about the harbour", "--seed", "1", "--run", folder(), "--json"),
    rehearse("ask", "Say something about the harbour", "--run", folder(), "--json"),
  ]);
  expect((JSON.parse(asked.stdout) as { text: string }).text).toBe(
    (JSON.parse(usual.stdout) as { text: string }).text,
  );
});
