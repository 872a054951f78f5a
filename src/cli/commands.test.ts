import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "./commands.ts";
import { runCommand, runInMemory } from "../../tests/support/cli/run-in-memory.ts";

test.each(commands.map((entry) => [entry.name, entry] as const))(
  "%s matches its entry in the table, and its help fits",
  async (name, entry) => {
    const { default: command } = await entry.load();
    expect(command).toMatchObject({ name, summary: entry.summary });
    const { exit, stdout } = await runInMemory([command], [name, "--help"]);
    expect(exit).toBe(0);
    const prose = stdout.split("\n").filter((line) => !line.startsWith("  rehearse "));
    expect(prose.filter((line) => line.length > 80)).toEqual([]);
    for (const { command: line } of command.examples) expect(line).toContain(`rehearse ${name}`);
  },
);

const loaded = await Promise.all(commands.map(async (entry) => (await entry.load()).default));
const withPaths = loaded.flatMap((command) =>
  Object.entries(command.flags)
    .filter(([, spec]) => spec.type !== "boolean" && (spec.value === "DIR" || spec.value === "FILE"))
    .map(([flag]) => ({
      command,
      flag: `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    })),
);

test("every --out flag takes a path", () => {
  expect(withPaths.filter(({ flag }) => flag === "--out").map(({ command }) => command.name)).toEqual(
    loaded.filter(({ flags }) => "out" in flags).map(({ name }) => name),
  );
});

test.each(withPaths)(
  "$command.name $flag: a name of 300 characters is refused before anything else",
  async ({ command, flag }) => {
    const given = command.positionals.map(() => "x");
    const names = ["x".repeat(300), join("runs", "ä".repeat(150), "here")];
    for (const name of names) {
      const { exit, stdout, stderr } = await runInMemory([command], [command.name, ...given, flag, name]);
      expect({ exit, stdout, stderr }).toEqual({
        exit: 2,
        stdout: "",
        stderr: expect.stringMatching(
          /: the name "[xä]{40}…" is 300 bytes long; .*\nChoose a shorter name\.\n$/,
        ),
      });
      expect(stderr).toContain(`${flag}: `);
    }
  },
);

test.each([
  ["sessions", "report"],
  ["label", "judge label"],
  ["checkpoint", "export"],
])("an earlier command, %s, is answered with %s", async (earlier, now) => {
  expect(await runCommand([earlier, "x"])).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`Did you mean ${now}?`) as string,
  });
});
