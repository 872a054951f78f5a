/** Every surface refuses a wrong input with the same error, in its own words for the options, before it does anything. */
import { cpSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import * as library from "../../../src/index.ts";
import { kebab } from "../../../src/kernel/errors/index.ts";
import { operations } from "../../../src/operations/declared.ts";
import { optionsOf } from "../../../src/operations/option-spec.ts";
import { bytesBelow } from "../../support/cli/folder-bytes.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { MATRIX, SESSION, type WrongInput, wrongInputs } from "./wrong-inputs.ts";

const dir = mkdtempSync(join(tmpdir(), "wrong-inputs-"));
let before: Record<string, string>;

beforeAll(async () => {
  process.chdir(dir);
  const played = { narrator: "house", seed: 7, maxTurns: 3 };
  renameSync((await library.play(played)).dir, SESSION);
  cpSync(SESSION, "sessions/sea", { recursive: true });
  const cells = { stories: ["innsmouth"], prompts: ["baseline"] };
  renameSync((await library.matrix({ ...played, ...cells, narrator: ["house"] })).dir, MATRIX);
  mkdirSync("empty");
  writeFileSync("notes.md", "# Notes\n\nNothing.\n");
  writeFileSync("throws.ts", 'throw new Error("out of order");\n');
  writeFileSync("plan.yaml", "stories: [innsmouth]\n");
  writeFileSync("tests.csv", "Question,primary\nWhat?,gray_rock\n");
  before = bytesBelow(dir);
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("Nothing may be called."));
});

test("every operation has wrong inputs", () => {
  expect(Object.keys(wrongInputs).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

describe.each(operations)("$name", ({ name, load }) => {
  const rows = wrongInputs[name]!.map(([wrong, input, error, says, only]) => {
    return { wrong, input, error, says, only };
  });
  const typed = rows.filter(({ only }) => only === undefined);

  test.each(typed)("on the terminal: $wrong", async ({ input, error, says }) => {
    const declaration = await load();
    const { exit, stdout, stderr } = await runCommand([
      ...name.split(" "),
      ...flagsOf(input, declaration.arguments ?? []),
      "--json",
    ]);
    expect(exit).toBe(2);
    const { error: found } = JSON.parse(stdout) as { error: Found };
    expect(stderr).toBe(`Error: ${found.message}\n${found.remedy}\n`);
    const [code, option] = error.split(" ");
    expect([found.code, found.option && kebab(found.option)]).toEqual([code, option && kebab(option)]);
    expectClear(found, says);
    for (const { name: each } of optionsOf(declaration.input).filter((spec) => /[A-Z]/.test(spec.name)))
      expect(`${found.message}\n${found.remedy}`).not.toMatch(new RegExp(`(?<![.\\w])${each}(?!\\w)`));
    expectUntouched();
  });

  test.each(rows)("in the library: $wrong", async ({ input, error, says }) => {
    const call = (library as unknown as Record<string, (input: object) => Promise<unknown>>)[
      functionOf(name)
    ]!;
    const found = await call(input).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(found).toBeInstanceOf(library.HarnessError);
    const { code, option, message, remedy } = found as library.HarnessError;
    expect([code, option].filter(Boolean).join(" ")).toBe(error);
    expectClear({ code, option, message, remedy }, says);
    // Commands are typed, so they keep their flags.
    const ownWords = `${message}\n${remedy}`.replaceAll(/`[^`]*`/g, "").replaceAll(/rehearse .*/g, "");
    expect(ownWords).not.toMatch(/--[a-z]/);
    expectUntouched();
  });
});

type Found = Pick<library.HarnessError, "code" | "option" | "message" | "remedy">;

/** One line, unless it lists problems or keys; it names the value; there is something to do; no marks are left, no stack. */
function expectClear({ message, remedy }: Found, says: string): void {
  const [first, ...listed] = message.split("\n");
  if (listed.length > 0) expect(first).toMatch(/:$/);
  for (const line of listed) expect(line).toMatch(/^ {2}\S/);
  expect(message).toContain(says);
  expect(remedy.trim()).not.toBe("");
  expect(`${message}${remedy}`).not.toMatch(/⟦|⟧|undefined|\[object|\n\s+at /);
}

function expectUntouched(): void {
  expect(bytesBelow(dir)).toEqual(before);
  expect(globalThis.fetch).not.toHaveBeenCalled();
}

/** `matrix merge` is `matrixMerge`. The word `export` is reserved. */
const functionOf = (name: string): string =>
  name === "export" ? "exportFile" : name.replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase());

function flagsOf(input: WrongInput[1], named: readonly string[]): string[] {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const words = named.flatMap((each) => [input[each] ?? []].flat().map(String));
  const flags = given
    .filter(([option]) => !named.includes(option))
    .flatMap(([option, value]) => {
      const flag = kebab(option);
      if (typeof value === "boolean") return value ? `--${flag}` : `--no-${flag}`;
      return Array.isArray(value) && value.length > 0
        ? value.map((item) => `--${flag}=${String(item)}`)
        : `--${flag}=${String(value)}`;
    });
  return [...words, ...flags];
}
