import { expect, test } from "vitest";
import { HarnessError, optionText } from "./index.ts";

test("an error names options as flags, and as properties where a surface asks for it", () => {
  const error = new HarnessError({
    code: "bad-value",
    option: "maxTurns",
    message: `${optionText("maxTurns")} must be at least 3, not 2.`,
    remedy: `Write ${optionText("maxTurns", 3)}, ${optionText("criterion", "loops<=0")}, ${optionText("answers", "haiku")}, ${optionText("judge", "opus-4.5")} or ${optionText("save", false)}.`,
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
});
