import { expect, test } from "vitest";
import { commands } from "./commands.ts";
import { runInMemory } from "../../tests/support/run-in-memory.ts";

test.each(commands.map((entry) => [entry.name, entry] as const))(
  "%s is what the table says, and its help fits",
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
