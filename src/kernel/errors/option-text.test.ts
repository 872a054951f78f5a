import { inspect } from "node:util";
import { expect, test } from "vitest";
import { HarnessError, optionText, spellOptions } from "./index.ts";
import { codeCall } from "./typed-command.ts";

test("an error names options as flags, and as properties where a surface asks for it", () => {
  const error = new HarnessError({
    code: "bad-value",
    option: "maxTurns",
    message: `${optionText("maxTurns")} must be at least 3, not 2.`,
    remedy:
      `Write ${optionText("maxTurns", 3)}, ${optionText("criterion", "loops<=0")}, ` +
      `${optionText("answers", "haiku")}, ${optionText("judge", "opus-4.5")} or ` +
      `${optionText("save", false)}.`,
  });
  expect(error).toMatchObject({
    option: "maxTurns",
    message: "--max-turns must be at least 3, not 2.",
    remedy: "Write --max-turns 3, --criterion 'loops<=0', --answers=haiku, --judge opus-4.5 or --no-save.",
  });
  expect(error.spell("property")).toMatchObject({
    message: "maxTurns must be at least 3, not 2.",
    remedy: 'Write maxTurns: 3, criterion: "loops<=0", answers: "haiku", judge: "opus-4.5" or save: false.',
  });
  expect(error.spell({ options: "query", call: codeCall }).remedy).toMatch(
    /^Write max_turns=3, .* save=false\.$/,
  );
  // An outer surface, which knows nothing of the operation, names its lists in the same way.
  const special = { lists: ["judge"] };
  expect(error.spell("property", special).spell("property").remedy).toContain('judge: ["opus-4.5"]');
  // A test runner prints these, and no methods.
  expect(Object.keys(error.toJSON())).toEqual(["code", "option", "message", "remedy", "exit"]);
  expect(error.toJSON().message).toBe(`${error.message}\n${error.remedy}`);
  // `console.error(error)` shows it in the same way.
  expect(inspect(error)).toContain(`${error.message}\n${error.remedy}\n`);
});

test("an argument is named as the usage line does, and a list is written as one", () => {
  const text = `Give ${optionText("dir")}, such as ${optionText("dir", "my runs")}, or ${optionText("prompts", "a,b")}.`;
  const special = { arguments: ["dir"], lists: ["dir", "prompts"] };
  expect(spellOptions(text, "flag", special)).toBe("Give <dir>, such as 'my runs', or --prompts a,b.");
  expect(spellOptions(text, "property", special)).toBe(
    'Give dir, such as dir: ["my runs"], or prompts: ["a", "b"].',
  );
});
