/** The help of an operation. */
import type { Declaration } from "../../operations/declaration.ts";
import type { OptionSpec } from "../../operations/option-spec.ts";
import { exampleSection, type HelpStyle, labelled, sections, sentence, wrap } from "../frame/index.ts";
import { exampleCommand } from "./example-command.ts";
import { argumentsLine, flagLabel, flagText } from "./option-help.ts";

export function operationHelp(
  declaration: Declaration,
  { bold, asTyped, summary, options }: HelpStyle & { summary: string; options: readonly OptionSpec[] },
): string {
  const { name, description, arguments: named = [], examples } = declaration;
  const args = named.map((each) => options.find((option) => option.name === each)!);
  const flags = options.filter((option) => !named.includes(option.name));
  const rows = (specs: readonly OptionSpec[]) =>
    labelled(specs.map((spec) => [flagLabel(spec), asTyped(flagText(spec))] as const));
  const own = flags.filter(({ section }) => section !== "common");
  const common = flags.filter(({ section }) => section === "common");
  const usage = ["rehearse", name, argumentsLine(args), "[flags]"].filter((word) => word !== "").join(" ");
  return sections([
    wrap(sentence(summary)),
    `${bold("USAGE")}\n  ${asTyped(usage)}`,
    description !== undefined && wrap(asTyped(description)),
    args.length > 0 &&
      `${bold("ARGUMENTS")}\n${labelled(args.map((spec) => [argumentsLine([spec]), flagText({ ...spec, kind: "text" })]))}`,
    own.length > 0 && `${bold("FLAGS")}\n${rows(own)}`,
    `${bold("COMMON FLAGS")}\n${rows(common)}`,
    exampleSection(
      examples.map(({ input, says }) => ({ command: exampleCommand(declaration, input), does: says })),
      { bold, asTyped },
    ),
    wrap(asTyped("More: rehearse --help lists all commands; docs/guide has guides by task.")),
  ]);
}
