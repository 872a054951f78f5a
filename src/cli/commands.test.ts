import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../tests/support/cli/run-in-memory.ts";
import { commands } from "./commands.ts";

const loaded = await Promise.all(commands.map((entry) => entry.load()));

test("twenty commands, and at most 18 or 20 main flags for those with many", () => {
  expect(new Set(commands.map(({ name }) => name.split(" ")[0])).size).toBeLessThanOrEqual(20);
  const mainFlags = (name: string) =>
    loaded.find((command) => command.name === name)!.options.filter(({ section }) => section !== "common");
  expect(mainFlags("play").length).toBeLessThanOrEqual(18);
  for (const name of ["matrix", "check"]) expect(mainFlags(name).length).toBeLessThanOrEqual(20);
});

test.each(commands.map((entry, at) => [entry.name, entry, loaded[at]!] as const))(
  "%s matches its entry in the table, and its help fits",
  async (name, entry, command) => {
    expect(command).toMatchObject({ name, summary: entry.summary });
    const { exit, stdout } = await runCommand([...name.split(" "), "--help"]);
    expect(exit).toBe(0);
    const prose = stdout.split("\n").filter((line) => !line.startsWith("  rehearse "));
    expect(prose.filter((line) => line.length > 80)).toEqual([]);
    expect(command.options.filter(({ description }) => description === "")).toEqual([]);
    for (const { command: line } of command.examples) expect(line).toContain(`rehearse ${name}`);
  },
);

test("git ignores every folder that a command writes into, in a workspace of init", async () => {
  const folder = mkdtempSync(join(tmpdir(), "init-"));
  await runCommand(["init", folder]);
  const ignored = readFileSync(join(folder, ".gitignore"), "utf8").split("\n");
  const outs = loaded.flatMap(({ options }) => options.filter(({ name }) => name === "out"));
  const folders = outs.map((option) => option.default).filter((each) => each !== undefined && each !== ".");
  expect(new Set(folders).size).toBeGreaterThan(3);
  expect(folders.filter((each) => !ignored.includes(`${String(each)}/`))).toEqual([]);
});

test("a path with a name of 300 bytes is refused before anything else", async () => {
  for (const name of ["x".repeat(300), join("runs", "ä".repeat(150), "here")]) {
    const { exit, stdout, stderr } = await runCommand(["play", "--out", name]);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
    expect(stderr).toMatch(/--out .* contains a name of more than 255 bytes\.\n/);
  }
});
