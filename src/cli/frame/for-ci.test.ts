/** What the frame does for CI: --timeout, and files that agree with the exit code however a command ends. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { runInMemory } from "../../../tests/support/cli/run-in-memory.ts";
import { bareVerdict } from "../../../tests/support/report/sample-verdict.ts";
import { casesWith, readJunit } from "../../../tests/support/report/junit-file.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Declaration } from "../../operations/declaration.ts";
import { terminalOptions } from "../operation/terminal-options.ts";
import type { Command } from "./command.ts";

const declaration = { input: z.strictObject({ ends: z.string() }), ciName: () => "" };
const work: Command = {
  name: "work",
  summary: "Works",
  options: terminalOptions(declaration as unknown as Declaration),
  arguments: [],
  examples: [{ command: "rehearse work", does: "Work." }],
  async run({ given: { ends }, signal, ci }) {
    ci.name = "some work";
    if (ends === "bug") throw new TypeError("oops");
    if (ends === "waits")
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    if (ends === "list") {
      const message = `${join(process.cwd(), "banks/one.json")} cannot be used:\n  A: no "x"\n  B: no "y"`;
      throw new HarnessError({ code: "bug", message, remedy: "Mend it." });
    }
    const exit = Number(ends);
    if (![0, 1].includes(exit))
      throw new HarnessError({ code: "bug", message: "It broke.", remedy: "Mend it.", exit: exit as 3 });
    ci.report = {
      verdict: { ...bareVerdict, headline: "Work." },
      // A gate that failed although the command was stopped must not be a failure.
      gates: [{ name: "g", is: exit === 1 ? "failed" : "passed", says: "Judged." }],
      cost: "$0",
      suites: [],
    };
    return exit as 0 | 1;
  },
};
const folder = () => mkdtempSync(join(tmpdir(), "for-ci-"));
const rehearse = (...argv: string[]) => runInMemory([work], ["work", ...argv]);
afterEach(() => vi.unstubAllEnvs());

test.each([
  ["0", 0],
  ["1", 1],
  ["2", 2],
  ["3", 3],
  ["4", 4],
  ["bug", 3],
])("ending %s exits with %i, and JUnit, comment and summary agree", async (ends, exit) => {
  const dir = folder();
  const [junit, comment, summary] = ["j.xml", "c.md", "s.md"].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  vi.stubEnv("GITHUB_STEP_SUMMARY", summary);
  expect((await rehearse("--ends", ends, "--junit", junit, "--comment", comment)).exit).toBe(exit);
  const root = readJunit(readFileSync(junit, "utf8"));
  expect(casesWith(root, "failure").length > 0).toBe(exit === 1);
  expect(casesWith(root, "error").length > 0).toBe(exit > 1);
  const [marker, ...rest] = readFileSync(comment, "utf8").split("\n");
  expect(marker).toBe("<!-- rehearse:work:some-work -->");
  expect(readFileSync(summary, "utf8").trim()).toBe(rest.join("\n").trim());
  expect(rest[1]).toMatch(exit === 0 ? /✅/ : exit === 1 ? /❌/ : /⚠️/);
});

test("problems are listed one by one in the comment, with paths relative to the workspace", async () => {
  const comment = join(folder(), "c.md");
  await rehearse("--ends", "list", "--comment", comment);
  expect(readFileSync(comment, "utf8").split("\n").slice(4)).toEqual([
    "**No verdict: it could not start.** banks/one.json cannot be used:",
    "",
    '- A: no "x"',
    '- B: no "y"',
    "",
    "Mend it.",
    "",
  ]);
});

test("--timeout stops as Ctrl+C does: exit 130, its own message, an error in JUnit", async () => {
  const junit = join(folder(), "j.xml");
  const { exit, stderr } = await rehearse("--ends", "waits", "--timeout", "1s", "--junit", junit);
  expect(exit).toBe(130);
  expect(stderr).toContain("Out of time: --timeout has passed.");
  const root = readJunit(readFileSync(junit, "utf8"));
  expect(casesWith(root, "failure")).toEqual([]);
  expect(casesWith(root, "error")[0]!.children[0]!.attributes["message"]).toContain("Out of time");
});

test("a command that ends in time is not stopped", async () => {
  expect(await rehearse("--ends", "0", "--timeout", "1h30m")).toMatchObject({ exit: 0, stderr: "" });
});

test.each(["10", "", "1x", "-5m", "0s", "100d", "1.5h", "m"])("--timeout=%s is refused", async (text) => {
  expect((await rehearse("--ends", "0", `--timeout=${text}`)).exit).toBe(2);
});

test("a summary that cannot be written is a warning, files that cannot be are refused", async () => {
  const dir = folder();
  vi.stubEnv("GITHUB_STEP_SUMMARY", dir);
  expect(await rehearse("--ends", "0")).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining("No step summary."),
  });
  for (const flag of ["--junit", "--comment"])
    expect((await rehearse("--ends", "bug", flag, dir)).exit).toBe(2);
  const same = join(dir, "same");
  expect((await rehearse("--ends", "0", "--junit", same, "--comment", same)).exit).toBe(2);
});
