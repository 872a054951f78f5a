import { expect, test } from "vitest";
import { MemoryHost, MemoryStream, runInMemory } from "../../../tests/support/cli/run-in-memory.ts";
import { testCommand } from "../../../tests/support/cli/test-command.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { answer } from "../../kernel/verdict-words/index.ts";
import { shownText } from "../operation/operation-command.ts";
import { runCli } from "./index.ts";

const gate = testCommand("gate", async () => 1);

test("the command's exit code is returned", async () => {
  expect((await runInMemory([gate], ["gate"])).exit).toBe(1);
});

test("--version prints only the version", async () => {
  expect(await runInMemory([gate], ["--version"])).toMatchObject({ exit: 0, stdout: "1.2.3\n", stderr: "" });
});

test("the error for an unknown command suggests the closest one", async () => {
  expect(await runInMemory([gate], ["gaet"])).toMatchObject({
    exit: 2,
    stdout: "",
    stderr: 'Error: Unknown command "gaet". Did you mean gate?\nrehearse --help lists the commands.\n',
  });
  expect((await runInMemory([gate], ["hlep"])).stderr).toContain("Did you mean help?");
  expect((await runInMemory([gate], ["constructor"])).stderr).toContain('Unknown command "constructor".\n');
});

test("the error for a flag before the command says to put it after", async () => {
  const { exit, stderr } = await runInMemory([gate], ["--budget", "gate"]);
  expect(exit).toBe(2);
  expect(stderr).toContain("Unknown flag --budget before a command.");
  expect(stderr).toContain("rehearse gate --budget");
  expect((await runInMemory([gate], ["--hlep"])).stderr).toContain("Did you mean --help?");
});

test("only the command that was called is loaded", async () => {
  const loaded: string[] = [];
  const entry = (name: string) => ({
    name,
    group: "Play" as const,
    summary: name,
    load: async () => {
      loaded.push(name);
      return { ...gate, name };
    },
  });
  const run = (argv: string[]) =>
    runCli({
      argv,
      commands: [entry("a"), entry("b")],
      version: () => "",
      stdout: new MemoryStream(),
      stderr: new MemoryStream(),
      host: new MemoryHost(),
    });
  await run(["--help"]);
  await run(["c"]);
  expect(loaded).toEqual([]);
  await run(["b"]);
  expect(loaded).toEqual(["b"]);
});

test("a command of two words is found, and its first word alone lists the actions", async () => {
  const actions = ["list", "check"].map((name) =>
    testCommand(`story ${name}`, async ({ io }) => io.out(name)),
  );
  const story = (...argv: string[]) => runInMemory(actions, ["story", ...argv]);
  expect(await story("check")).toMatchObject({ exit: 0, stdout: "check\n" });
  expect((await story("--help")).stdout).toContain("rehearse story list   The command story list");
  expect((await story()).stderr).toContain("story needs an action: list, check.");
  expect((await story("chek")).stderr).toContain('Unknown action "chek" of story. Did you mean check?');
  const alone = [testCommand("story", async () => {}), ...actions];
  expect((await runInMemory(alone, ["story", "lsit", "x"])).stderr).toContain("Did you mean list?");
});

const failing = (error: unknown) =>
  testCommand("fail", async () => {
    throw error;
  });

const spent = (remedy = "Raise --budget.") =>
  new HarnessError({
    code: "budget-spent",
    message: "$5 is spent.",
    remedy,
    exit: 4,
    cause: new Error("the cause"),
  });

test("an expected error prints message and remedy without a stack, and has its own exit code", async () => {
  expect(await runInMemory([failing(spent())], ["fail"])).toMatchObject({
    exit: 4,
    stdout: "",
    stderr: "Error: $5 is spent.\nRaise --budget.\n",
  });
});

test("--trace adds the stack and the causes", async () => {
  for (const argv of [
    ["fail", "--trace"],
    ["--trace", "fail"],
  ]) {
    const { exit, stderr } = await runInMemory([failing(spent())], argv);
    expect(exit).toBe(4);
    expect(stderr).toMatch(/\n {4}at .*run-cli\.test/);
    expect(stderr).toContain("Caused by: Error: the cause\n");
  }
});

test("with --json the error is also the one document on stdout", async () => {
  const { exit, stdout, stderr } = await runInMemory([failing(spent())], ["fail", "--json"]);
  expect(exit).toBe(4);
  expect(JSON.parse(stdout)).toEqual({
    error: { code: "budget-spent", message: "$5 is spent.", remedy: "Raise --budget." },
  });
  expect(stderr).toContain("$5 is spent.");
});

test("notes, steps and errors name the command as it is typed here, once", async () => {
  const next = [{ says: "See docs/guide/stories.md.", command: "rehearse gate FILE" }];
  const say = testCommand("say", async ({ io }) => {
    io.say("`rehearse gate` helps, and npx rehearse gate.");
    io.out(shownText({ ...answer("Done."), next }, io));
    return 0;
  });
  const { stdout } = await runInMemory([gate, say], ["say"], { command: "npx rehearse" });
  expect(stdout).toContain("`npx rehearse gate` helps, and npx rehearse gate.\n");
  expect(stdout).toMatch(/See .*docs\/guide\/stories\.md\.\n {4}npx rehearse gate FILE\n/);
});

test("any other error is a bug: it prints a stack and exits with 3", async () => {
  const { exit, stdout, stderr } = await runInMemory(
    [failing(new TypeError("x is not a function"))],
    ["fail"],
  );
  expect(exit).toBe(3);
  expect(stdout).toBe("");
  expect(stderr).toContain("Error: x is not a function\n");
  expect(stderr).toMatch(/\n {4}at /);
  expect(stderr).toContain("This is a bug in rehearse");
  const asJson = await runInMemory([failing(new TypeError("x"))], ["fail", "--json"]);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ error: { code: "bug", message: "x" } });
});

test("a model's text cannot control the terminal", async () => {
  const evil = "a\u001b[2J\u001b]0;title\u0007b\rc\u0000\u0085\u009b31m\u202ed\te\nf";
  const error = new HarnessError({ code: "bug", message: evil, remedy: evil, cause: new Error(evil) });
  for (const thrown of [error, new Error(evil), evil]) {
    const { stderr, stdout } = await runInMemory([failing(thrown)], ["fail", "--trace", "--json"]);
    for (const text of [stderr, stdout]) expect(text).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
    expect(stderr).toContain("abcd\te\nf");
  }
});
