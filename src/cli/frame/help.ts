/** Help is generated from the declarations that parsing uses, so it cannot list a flag that does not exist. */
import {
  globalFlags,
  kebab,
  valueName,
  type Command,
  type CommandEntry,
  type Example,
  type FlagSpec,
} from "./command.ts";
import { argumentsLine } from "./positionals.ts";

type Emphasis = (text: string) => string;
export type HelpStyle = {
  bold: Emphasis;
  /** How to type `rehearse` in this folder. */ asTyped: (text: string) => string;
};

export function rootHelp(commands: readonly CommandEntry[], { bold, asTyped }: HelpStyle): string {
  return sections([
    wrap("Rehearse tests how an LLM application behaves before people use it."),
    `${bold("USAGE")}\n  ${asTyped("rehearse <command> [flags]")}`,
    ...groups.map(
      (group) =>
        `${bold(group.toUpperCase())}\n${labelled(
          commands.filter((each) => each.group === group).map(({ name, summary }) => [name, summary]),
        )}`,
    ),
    `${bold("GLOBAL FLAGS")}\n${labelled([
      ["-h, --help", globalFlags.help.help],
      ["--version", "Print the version."],
      ["--trace", globalFlags.trace.help],
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

const groups = ["Play", "Check", "Workspace"] as const;

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
  const { summary, description, positionals, flags, examples } = command;
  const shown = Object.entries(flags).map(
    ([flag, spec]) => [flagLabel(flag, spec), asTyped(flagText(spec))] as const,
  );
  return sections([
    wrap(sentence(summary)),
    `${bold("USAGE")}\n  ${asTyped(usageLine(command))}`,
    description && wrap(asTyped(description)),
    positionals.length > 0 &&
      `${bold("ARGUMENTS")}\n${labelled(positionals.map(({ name, help }) => [name, help]))}`,
    `${bold("FLAGS")}\n${labelled([...shown, ["-h, --help", `Show this help.`], ["--trace", globalFlags.trace.help]])}`,
    exampleSection(examples, { bold, asTyped }),
    wrap(asTyped(`More: rehearse --help lists all commands; docs/guide has guides by task.`)),
  ]);
}

export function usageLine({ name, usage, positionals }: Command): string {
  return `rehearse ${name} ${usage ?? `${argumentsLine(positionals)} [flags]`.trimStart()}`;
}

export function flagLabel(name: string, spec: FlagSpec): string {
  const flag = kebab(name);
  if (spec.type === "boolean") return spec.default === true ? `--no-${flag}` : `--${flag}`;
  const bare = "optionalValue" in spec && spec.optionalValue !== undefined;
  return bare ? `--${flag}[=${valueName(spec)}]` : `--${flag} ${valueName(spec)}`;
}

export function flagText(spec: FlagSpec): string {
  if (spec.type === "boolean") return spec.help;
  const notes: string[] = [];
  if ("choices" in spec && spec.choices) notes.push(`one of ${spec.choices.join(", ")}`);
  if ("min" in spec && spec.min !== undefined) notes.push(`at least ${spec.min}`);
  if ("max" in spec && spec.max !== undefined) notes.push(`at most ${spec.max}`);
  if ("optionalValue" in spec && spec.optionalValue !== undefined)
    notes.push(`without a value: ${spec.optionalValue}`);
  if (spec.default !== undefined) notes.push(`default ${String(spec.default)}`);
  if (spec.type === "list") notes.push("comma separated or repeated");
  if (spec.required) notes.push("required");
  return notes.length === 0 ? spec.help : `${spec.help} (${notes.join("; ")})`;
}

export function exampleSection(examples: readonly Example[], { bold, asTyped }: HelpStyle): string {
  const lines = examples.map(({ command, does }) => `  ${asTyped(command)}\n${wrap(does, 6)}`);
  return `${bold("EXAMPLES")}\n${lines.join("\n")}`;
}

export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function sections(parts: readonly (string | false | undefined)[]): string {
  return `${parts.filter((part) => part).join("\n\n")}\n`;
}

/** Every terminal is at least this wide. */
const width = 80;
const widestLabel = 26;

/** Keeps paragraphs. Does not break a word longer than the line: it is probably something to copy. */
export function wrap(text: string, indent = 0): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => wrapParagraph(paragraph, indent))
    .join("\n\n");
}

function wrapParagraph(paragraph: string, indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.trim().split(/\s+/)) {
    if (line !== "" && indent + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((text) => " ".repeat(indent) + text).join("\n");
}

/** Labels on the left, aligned texts on the right. The text of a wide label starts below it. */
export function labelled(rows: readonly (readonly [label: string, text: string])[]): string {
  const column =
    Math.max(0, ...rows.map(([label]) => label.length).filter((length) => length <= widestLabel)) + 4;
  return rows
    .map(([label, text]) => {
      const right = wrap(text, column);
      return label.length > widestLabel
        ? `  ${label}\n${right}`
        : `  ${label}`.padEnd(column) + right.trimStart();
    })
    .join("\n");
}
