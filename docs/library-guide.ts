/** docs/guide/api.md: the functions of the library. Their options are those of the command line. */
import type { InputSchema } from "../src/operations/declaration.ts";
import { operations } from "../src/operations/declared.ts";
import { optionsOf } from "../src/operations/option-spec.ts";
import "../src/cli/commands.ts";
import { docComments, functionOf } from "./doc-comments.ts";
import { fence, generated, page, tableOf } from "./markdown.ts";

export async function libraryGuide(): Promise<string> {
  const loaded = await Promise.all(
    operations.map(async ({ name, load }) => ({ name, input: (await load()).input })),
  );
  return page([
    "# Use Rehearse from code",
    generated,
    libraryIntroduction,
    exampleOf("play"),
    exampleOf("check"),
    libraryRules,
    "## Functions",
    tableOf(
      ["function", "does", "needs", "returns"],
      loaded.map(({ name, input }) => {
        const { summary, returns } = docComments.get(functionOf(name))!;
        const needs = optionsOf(input).filter(({ required }) => required);
        return [
          `\`${functionOf(name)}\``,
          summary,
          needs.map((spec) => `\`${spec.name}\``).join(", "),
          returns ?? "",
        ];
      }),
    ),
    "## More than text",
    "These options take what the command line takes, or:",
    tableOf(["option", "of", "also takes"], objectRows(loaded)),
    "## Test with Vitest",
    vitestGuide,
    exampleOf("playtest"),
    exampleOf("bank"),
    vitestMatchers,
  ]);
}

/** Options of the same name that take the same are one row, with the functions that have them. */
function objectRows(loaded: ReadonlyArray<{ name: string; input: InputSchema }>): string[][] {
  const found = loaded.flatMap(({ name, input }) =>
    optionsOf(input).flatMap((option) => (option.also === undefined ? [] : [{ of: name, ...option }])),
  );
  return [...Map.groupBy(found, ({ name, also }) => `${name} ${also}`).values()].map((users) => [
    `\`${users[0]!.name}\``,
    users.length > 8 ? "most" : users.map(({ of }) => `\`${functionOf(of)}\``).join(", "),
    users[0]!.also!,
  ]);
}

const exampleOf = (name: string): string => fence(docComments.get(name)!.example!, "ts");

const libraryIntroduction = `[Install](../../README.md#in-your-own-project) the package first. For types, set \`skipLibCheck\`, or install \`@types/node\` and \`@types/json-schema\`. The examples need no key. The narrator under test may be a model's name, an address, or a function of yours; so may the target of a check.`;

const libraryRules = `Options are those of [the command](cli.md) in camelCase: \`--max-turns 5\` is \`maxTurns: 5\`, and a list is an array. Of its common flags there are \`config\`, \`budget\`, \`record\`, \`recording\` and \`onMiss\`. Every function also takes

- \`signal\`: an \`AbortSignal\` that stops the work; what is finished is saved;
- \`on\`: a function called with each event: \`{ type: "progress", done, of, text }\`, \`{ type: "note", text }\` and others.

\`play.estimate(options)\`, and so on, does what \`--dry-run\` does: it answers with the plan, the cost, and the \`problems\` that keep it from starting.

Nothing is printed. A result is what the command prints with \`--json\`. Errors are \`HarnessError\`s: \`{ code, option, message, remedy }\`. A session that was stopped or ran out of budget is a result, whose \`outcome\` says so; other stopped work rejects and names its folder, for \`resume\`.`;

const vitestGuide = `\`playtest\` is one session as one test; \`bank\` makes a test of each bank test, which fails on a hard fail, below \`minScore\`, or without a score. [examples/vitest](../../examples/vitest/narrator.spec.ts) is an offline suite; in CI, play from a [recording](recordings.md).`;

const vitestMatchers = `Matchers for sessions: \`toComplete()\`, \`toHaveNoFindings(kind?)\`, \`toScoreAtMost(metric, n)\`; for checks: \`toPassBank()\`, \`toHaveHealth(least)\`; for both: \`toScoreAtLeast(metric, n)\`. A metric that was not measured fails, even with \`not\`.`;
