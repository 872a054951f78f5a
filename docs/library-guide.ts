/** docs/guide/api.md: the functions of the library. Their options are those of the command line. */
import type { SessionMetrics } from "../src/contract/index.ts";
import { metricsByName } from "../src/playtest/index.ts";
import { operations } from "../src/operations/declared.ts";
import { type OptionSpec, optionsOf } from "../src/operations/option-spec.ts";
import "../src/cli/commands.ts";
import { docComments, functionOf } from "./doc-comments.ts";
import { fence, generated, page, tableOf } from "./markdown.ts";

export async function libraryGuide(): Promise<string> {
  const loaded = await Promise.all(
    operations.map(async ({ name, load }) => {
      const options = optionsOf((await load()).input);
      return { name: functionOf(name), options, required: options.filter(({ required }) => required) };
    }),
  );
  return page([
    "# Use Rehearse from code",
    generated,
    introduction,
    exampleOf("play"),
    exampleOf("check"),
    rules,
    "## Functions",
    tableOf(
      ["function", "does", "result"],
      [
        ...loaded.map(({ name, required }) =>
          functionRow(
            name,
            required.length === 0 ? "" : `{ ${required.map((each) => each.name).join(", ")} }`,
          ),
        ),
        functionRow("openSession", "dir"),
        functionRow("defineConfig", "settings"),
      ],
    ),
    "## Options that take objects and functions",
    moreThanText(loaded.flatMap(({ options }) => options)),
    "## Test with Vitest",
    exampleOf("playtest"),
    exampleOf("bank"),
    matchers,
    "## Metrics of a session",
    "`session.metrics` is null before the first turn. [Gates](score.md#gates) name its numbers:",
    metricPaths(),
  ]);
}

function functionRow(name: string, needs: string): string[] {
  const { summary, returns = "" } = docComments.get(name)!;
  return [`\`${name}(${needs})\``, summary.replace(/[.]$/, ""), returns];
}

/** One line for each thing that options take, with their names. */
function moreThanText(options: readonly OptionSpec[]): string {
  const takers = options.filter(({ also }) => also !== undefined);
  return [...Map.groupBy(takers, ({ also }) => also!)]
    .map(([also, users]) => {
      const names = [...new Set(users.map(({ name }) => `\`${name}\``))];
      return `- ${names.join(", ")}: ${also}`;
    })
    .join("\n");
}

/** Each gate beside the number that it reads. A mean of two numbers has no path. */
function metricPaths(): string {
  const paths = Object.entries(metricsByName(pathsBelow("") as SessionMetrics));
  const rows = paths.filter(([, path]) => typeof path !== "number");
  return tableOf(
    ["gate", "in `session.metrics`"],
    rows.map(([name, path]) => [`\`${name}\``, `\`${String(path).slice(1)}\``]),
  );
}

/** Metrics that are their own paths, of a session that is over. */
const pathsBelow = (path: string): unknown =>
  new Proxy(
    {},
    {
      get(_, key) {
        if (key === Symbol.toPrimitive) return () => path;
        return key === "ownTurns" ? undefined : pathsBelow(`${path}.${String(key)}`);
      },
    },
  );

const exampleOf = (name: string): string => fence(docComments.get(name)!.example!, "ts");

const introduction =
  "[Install Rehearse](../../README.md#in-your-own-project) first. Narrators and targets may be functions:";

const rules = `Options are those of [the command](cli.md) in camelCase: \`--max-turns 5\` is \`maxTurns: 5\`; lists are arrays.

- \`signal\` stops the work; what is finished is saved.
- \`on(event)\` receives progress and notes.
- \`play.estimate(options)\` is \`play --dry-run\`.

Results are those of \`--json\`. Errors are \`HarnessError\`s: \`{ code, option, message, remedy }\`.
A stopped session is a result: see \`outcome\`.
For any other stopped work the promise rejects, with an error that names its folder.`;

const matchers = `A bank test fails on a hard fail or without a score.
In CI, play [recordings](ci.md#recordings), as [examples/vitest](../../examples/vitest/narrator.spec.ts) does.

Matchers for sessions: \`toComplete()\`, \`toHaveNoFindings(kind?)\`, \`toScoreAtMost(metric, n)\`; for checks:
\`toPassBank()\` (not CRITICAL, no hard fail, missing score or regression); for both: \`toScoreAtLeast(metric, n)\`.
A matcher fails if its value was not measured.`;
