/** Help is generated from the declarations that parsing uses, so it cannot list a flag that does not exist. */
import type { OptionSpec } from "../../operations/option-spec.ts";
import { type Command, type CommandEntry, groups } from "./command.ts";
import { argumentsLine, flagLabel, flagText } from "./option-help.ts";
import { wrapped } from "./terminal-text.ts";

type Emphasis = (text: string) => string;
type HelpStyle = {
  bold: Emphasis;
  /** How to type `rehearse` in this folder. */ asTyped: (text: string) => string;
};

export function rootHelp(commands: readonly CommandEntry[], { bold, asTyped }: HelpStyle): string {
  const widest = Math.max(...commands.map(({ name }) => name.length));
  return sections([
    wrap("Rehearse tests how an LLM application behaves before people use it."),
    `${bold("USAGE")}\n  ${asTyped("rehearse <command> [flags]")}`,
    ...groups.map(
      (group) =>
        `${bold(group.toUpperCase())}\n${labelled(
          commands.filter((each) => each.group === group).map(({ name, summary }) => [name, summary]),
          widest,
        )}`,
    ),
    `${bold("GLOBAL FLAGS")}\n${labelled([
      ["-h, --help", "Show help for rehearse or for a command."],
      ["--version", "Print the version."],
      ["--trace", "Show where an error came from."],
    ])}`,
    exampleSection(
      [
        { command: "rehearse demo", does: "A first look; needs no key." },
        { command: "rehearse models", does: "List the models, their prices, and which keys are set." },
      ],
      { bold, asTyped },
    ),
    wrap(asTyped("More: rehearse <command> --help for one command, docs/guide for guides by task.")),
  ]);
}

/** The commands of two words that begin with one: `story list`, `story check`. */
export function actionsHelp(
  name: string,
  actions: readonly CommandEntry[],
  { bold, asTyped }: HelpStyle,
): string {
  return sections([
    `${bold(`${name.toUpperCase()} ACTIONS`)}\n${labelled(actions.map((each) => [asTyped(`rehearse ${each.name}`), each.summary]))}`,
    wrap(asTyped(`More: rehearse ${name} <action> --help.`)),
  ]);
}

export function commandHelp(command: Command, { bold, asTyped }: HelpStyle): string {
  const { summary, description, options, examples } = command;
  const named = argumentsOf(command);
  const flags = options.filter((option) => !named.includes(option));
  const rows = (specs: readonly OptionSpec[]) =>
    labelled(specs.map((spec) => [flagLabel(spec), asTyped(flagText(spec))] as const));
  const own = flags.filter(({ section }) => section !== "common");
  const common = flags.filter(({ section }) => section === "common");
  return sections([
    wrap(sentence(summary)),
    `${bold("USAGE")}\n  ${asTyped(usageLine(command))}`,
    description !== undefined && wrap(asTyped(description)),
    named.length > 0 &&
      `${bold("ARGUMENTS")}\n${labelled(named.map((spec) => [argumentsLine([spec]), asTyped(flagText(spec))]))}`,
    own.length > 0 && `${bold("FLAGS")}\n${rows(own)}`,
    common.length > 0 && `${bold("COMMON FLAGS")}\n${rows(common)}`,
    exampleSection(examples, { bold, asTyped }),
    wrap(asTyped("More: rehearse --help lists all commands; docs/guide has guides by task.")),
  ]);
}

/** The options that are arguments, in their order. */
export const argumentsOf = ({
  options,
  arguments: named,
}: Pick<Command, "options" | "arguments">): OptionSpec[] =>
  named.map((each) => options.find((option) => option.name === each)!);

export const usageLine = (command: Command): string =>
  ["rehearse", command.name, argumentsLine(argumentsOf(command)), "[flags]"]
    .filter((word) => word !== "")
    .join(" ");

function exampleSection(examples: Command["examples"], { bold, asTyped }: HelpStyle): string {
  const lines = examples.map(({ command, does }) => `  ${asTyped(command)}\n${wrap(does, 6)}`);
  return `${bold("EXAMPLES")}\n${lines.join("\n")}`;
}

export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function sections(parts: readonly (string | false | undefined)[]): string {
  return `${parts.filter((part) => part).join("\n\n")}\n`;
}

/** Every terminal is at least this wide. */
const width = 80;
const widestLabel = 26;

/** Keeps paragraphs. */
function wrap(text: string, indent = 0): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => wrapped(paragraph.trim(), { indent, width }))
    .join("\n\n");
}

/** Labels on the left, aligned texts on the right. The text of a wide label starts below it. */
function labelled(
  rows: readonly (readonly [label: string, text: string])[],
  widest = Math.max(0, ...rows.map(([label]) => label.length).filter((length) => length <= widestLabel)),
): string {
  const column = widest + 4;
  return rows
    .map(([label, text]) => {
      const right = wrap(text, column);
      return label.length > widestLabel
        ? `  ${label}\n${right}`
        : `  ${label}`.padEnd(column) + right.trimStart();
    })
    .join("\n");
}
