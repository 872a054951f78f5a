import { expect, test } from "vitest";
import { bareVerdict, fullVerdict, verdictSaying } from "../../../tests/support/report/sample-verdict.ts";
import { verdictMarkdown } from "./index.ts";

test("a verdict as Markdown", () => {
  expect(verdictMarkdown(fullVerdict, { level: 3 })).toBe(
    `
> **Note:** The offline cast played.

**blunt is worse than house by 30 points, because of forced segues.**

### Because

- **Forced segues:** −12.5 points, in 9 of 18 sessions (135 against 0)

  > Enough of the well.
  >
  > — session 3, turn 23

- **Stalls:** +1 point

### Facts

- **Overall:** 64 of 100 (craft alone)
- **Beats:** 18/20
- **Judge:** missing (no judge was named)

### Findings

- **Forced segue** (4 points lost, \`t23-forced-segue\`): The narrator drags the players back.

  > Enough of the well.
  >
  > — turn 23

- **Loop**: The gate opens twice.

### Variants

| Prompt | Overall | p |
| --- | ---: | ---: |
| house | 99.3 | - |
| blunt | −64 | 0.034 |

*Paired by group.*

### Next

- Replay the turn: \`rehearse replay --times 9\`
- Read turn 23.`.trim(),
  );
});

test("empty parts are absent", () => {
  expect(verdictMarkdown(bareVerdict)).toBe("**Nothing to say.**");
});

test.each([
  "# H\n## H",
  "- x\n- y",
  "1. x",
  "```\ncode",
  "a | b",
  "<b>x</b>",
  "a ` <i>",
  "**x** [x](y)",
  "\u001b[1mx\u202e",
])("%j adds nothing to the structure", (text) => {
  const markdown = verdictMarkdown(verdictSaying(text));
  // Code spans are literal; their fence is longer than any run of backticks inside.
  const outside = markdown.replaceAll(/(?<!\\)(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
  const starts = outside
    .split("\n")
    .map((line) => /^ *(#+|> ?—?|- (?!-|\d+\.)|\||\*+)/.exec(line)?.[1] ?? line);
  expect(new Set(starts)).toEqual(new Set(["> ", "", "**", "##", "- ", ">", "> —", "|", "*"]));
  expect(outside.match(/^#+ /gm)).toHaveLength(5);
  expect(outside).not.toMatch(/<\w|(?<!\\)\]\(|(?<!\\)`|\p{Cf}|\p{Cc}(?<!\n)/u);
  expect(outside.match(/^\|.*$/gm)!.map((row) => row.split(/(?<!\\)\|/).length)).toEqual([3, 3, 3]);
});
