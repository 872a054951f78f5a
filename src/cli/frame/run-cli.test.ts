import { expect, test } from "vitest";
import { MemoryHost, MemoryStream, runInMemory } from "../../../tests/support/run-in-memory.ts";
import { defineCommand, runCli } from "./index.ts";

const gate = defineCommand({
  name: "gate",
  summary: "A gate",
  flags: { json: { type: "boolean", help: "One JSON document." } },
  examples: [{ command: "rehearse gate", does: "Fails." }],
  run: async () => 1,
});

test("a command's exit code is the command line's", async () => {
  expect((await runInMemory([gate], ["gate"])).exit).toBe(1);
});

test("--version prints the version alone", async () => {
  expect(await runInMemory([gate], ["--version"])).toMatchObject({ exit: 0, stdout: "1.2.3\n", stderr: "" });
});

test("an unknown command is refused with the one that was meant", async () => {
  expect(await runInMemory([gate], ["gaet"])).toMatchObject({
    exit: 2,
    stdout: "",
    stderr: 'Error: Unknown command "gaet". Did you mean gate?\nrehearse --help lists the commands.\n',
  });
  expect((await runInMemory([gate], ["hlep"])).stderr).toContain("Did you mean help?");
  expect((await runInMemory([gate], ["constructor"])).stderr).toContain('Unknown command "constructor".\n');
});

test("a flag before the command is sent behind it", async () => {
  const { exit, stderr } = await runInMemory([gate], ["--json", "gate"]);
  expect(exit).toBe(2);
  expect(stderr).toContain("Unknown flag --json before a command.");
  expect(stderr).toContain("rehearse gate --json");
});

test("only the command that was called is loaded", async () => {
  const loaded: string[] = [];
  const entry = (name: string) => ({
    name,
    summary: name,
    load: async () => {
      loaded.push(name);
      return { default: { ...gate, name } };
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
