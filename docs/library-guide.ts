/** docs/guide/api.md: the functions of the library. Their options are those of the command line. */
import type { CheckResult, Session, SessionMetrics, SessionResult } from "../src/contract/index.ts";
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
    "## Results",
    "`SessionResult`, which `play` and `replay` return:",
    fieldTable<SessionResult>({
      outcome:
        "`completed`, `timeout`, `failed`, … ([all](playtest.md#how-a-session-ends)); `why` says it in words",
      turns: "the number of turns played",
      overall: "the [score](score.md), 0 to 100; null if not measured",
      issues:
        "the findings: `{ id, kind, turn, lastTurn, description, evidence: [{ turn, text }], pointsLost, … }`",
      metrics: "[below](#metrics-of-a-session)",
      pulses: "the beats: `{ detected, expected, untold }`; `untold` lists titles",
      cost: "`{ total, byRole }` in USD; `tokens` is the same in tokens",
      read: "what the reader read: `{ source, turns, of, unread, notLookedFor }`",
      models: "the models that answered, by role",
      notes: "what qualifies the numbers: `[{ code, … }]`",
      verdict: "`{ outcome, headline, because, findings, next, … }`",
      dir: "the session's folder",
    }),
    "`Session`, which `playtest` passes and `openSession` returns, has the same fields; `turns` is a list:",
    fieldTable<Session>({
      turns: "the turns themselves: `[{ turn, narrator, said: [{ name, says }], relay }]`",
      findings: "the same as `issues`",
      result: "the `SessionResult`",
      unreadable: "why later turns are missing; null if none is",
      report: "a function: the report in Markdown",
    }),
    "`CheckResult`, which `check` returns and `bank` passes:",
    fieldTable<CheckResult>({
      combined_score: "0 to 100; null if no test has a score",
      component_scores: "the score of each mechanism: `{ semantic, state, pattern, always }`",
      health_status: "`EXCELLENT`, `GOOD`, `FAIR`, `POOR`, `CRITICAL`; `health_reasons` says why",
      hard_fails: "the number of hard fails, of `total_tests`; `missing` counts tests without a score",
      tests: "`[{ test_id, mechanism, score, says, is_hard_fail, breakdown, … }]`",
      gates: "`[{ name, is, says }]`; `is` is `passed`, `failed` or `error`",
      verdict: "`{ outcome, headline, because, next, … }`",
      report_file: "the report; null if nothing was saved. `results_file` is the JSON file",
    }),
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

/** The main fields of a type: one that it does not have does not compile. */
const fieldTable = <Type extends object>(fields: {
  readonly [Field in keyof Type & string]?: string;
}): string =>
  tableOf(
    ["field", "meaning"],
    Object.entries<string | undefined>(fields).map(([name, text = ""]) => [`\`${name}\``, text]),
  );

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
