/** docs/guide/cli.md: every command and flag. An option that several commands have is explained once. */
import { commands } from "../src/cli/commands.ts";
import type { Command } from "../src/cli/frame/index.ts";
import { argumentsOf, sentence } from "../src/cli/frame/help.ts";
import { argumentsLine, flagLabel, flagText } from "../src/cli/frame/option-help.ts";
import { kebab } from "../src/kernel/errors/index.ts";
import type { OptionSpec } from "../src/operations/option-spec.ts";
import { fence, generated, page, tableOf } from "./markdown.ts";

export async function commandGuide(): Promise<string> {
  const all = await Promise.all(commands.map(({ load }) => load()));
  const flags = all.flatMap((command) => flagsOf(command).map((spec) => ({ command: command.name, spec })));
  const users = Map.groupBy(flags, ({ spec }) => rowKey(spec));
  const shared = new Map(
    [...users].flatMap(([key, [first, second]]) => (second ? [[key, first!.spec] as const] : [])),
  );
  const namesakes = Map.groupBy(shared.values(), ({ name }) => name);
  // Where the same flag means several things, each command explains its own.
  const isShared = (spec: OptionSpec) => shared.has(rowKey(spec)) && namesakes.get(spec.name)!.length === 1;
  const common = new Map(flags.map(({ spec }) => [spec.name, spec]));
  return page([
    "# Command line",
    generated,
    commandIntroduction,
    "## Common flags",
    "Commands that may call a model, or whose exit code may fail a CI job, also take these:",
    tableOf(
      ["option", "meaning"],
      [...common.values()]
        .filter(({ name, section }) => section === "common" && name !== "json")
        .map(flagRow),
    ),
    "## Options of several commands",
    "Explained once here; the sections below list only their names, after *Also*.",
    tableOf(
      ["option", "meaning"],
      [...shared.values()].filter((spec) => spec.section !== "common" && isShared(spec)).map(flagRow),
    ),
    ...all.map((command) => commandSection(command, isShared)),
  ]);
}

const flagsOf = ({ options, arguments: named }: Command): OptionSpec[] =>
  options.filter(({ name }) => !named.includes(name));
const flagRow = (spec: OptionSpec): string[] => [`\`${flagLabel(spec)}\``, flagText(spec)];
const rowKey = (spec: OptionSpec): string => flagRow(spec).join(" ");

function commandSection(command: Command, isShared: (spec: OptionSpec) => boolean): string {
  const { name, summary, examples } = command;
  const example = examples[0]!;
  const flags = flagsOf(command).filter(({ section }) => section !== "common");
  const shared = flags.filter(isShared);
  const rows = [
    ...argumentsOf(command).map((spec) => [
      `\`${argumentsLine([spec])}\``,
      flagText({ ...spec, required: false }),
    ]),
    ...flags.filter((spec) => !isShared(spec)).map(flagRow),
  ];
  return page([
    `## ${name}`,
    sentence(summary),
    fence(`${example.command}   # ${example.does}`),
    rows.length > 0 && tableOf(["option", "meaning"], rows),
    shared.length > 0 && `Also: ${shared.map((spec) => `\`--${kebab(spec.name)}\``).join(", ")}.`,
  ]).trimEnd();
}

const commandIntroduction = `\`rehearse <command> --help\` prints what is listed here, with more examples.
\`A,…\` is a list: separate its values by commas, or repeat the flag.
Every command has \`--json\`, \`--help\` and \`--trace\` (show where an error came from).

Exit codes: 0 success, 1 a gate failed, 2 the input or the settings are wrong, 3 something failed,
4 the budget is spent, 130 interrupted.
With \`--json\`, stdout is one JSON document and errors are \`{ "error": { code, option, message, remedy } }\`.`;
