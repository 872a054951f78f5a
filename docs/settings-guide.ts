import { z } from "zod";
import { providers, roleDefaults } from "../src/kernel/models/index.ts";
import { settings } from "../src/kernel/settings/index.ts";
import { fence, generated, page } from "./markdown.ts";

type Described = {
  description?: string;
  type?: string;
  default?: unknown;
  examples?: unknown[];
  env?: string;
  properties?: Record<string, Described>;
  additionalProperties?: Described | boolean;
};

/** Every setting in Markdown, from the schema itself: one line each. */
export function settingsGuide(): string {
  const { properties = {} } = z.toJSONSchema(settings, { io: "input" }) as Described;
  const all = Object.entries(properties);
  const single = all.filter(([, option]) => fieldsOf(option) === undefined);
  return page([
    "# Configuration",
    generated,
    "A setting comes from a flag, else its variable, else `rehearse.config.ts` (or `.mts`, `.js`, `.mjs`) " +
      "in the current folder or `--config FILE`, else its default: " +
      "here `name=default`, or `name:type` without one. `Ms` means milliseconds.",
    fence('export default { budget: 5, roles: { narrator: "grok-4", judge: "none" } };', "ts"),
    "`defineConfig` from the package `rehearse-llm` checks types. The file is code: " +
      "read somebody else's before you run a command beside it. " +
      "In a run's folder it is loaded only by `--config`. " +
      "A run [keeps its models, prices, limits and budget](models.md#what-a-resume-keeps).",
    "## General",
    lines(single),
    ...all.flatMap(([name, option]) => {
      const fields = fieldsOf(option);
      return fields === undefined
        ? []
        : [`## ${name}`, sentences(option), lines(Object.entries(fields))].filter(Boolean);
    }),
    "## Default models",
    "With their maximum output tokens. Archetypes choose the models of players and spokespersons.",
    Object.entries(roleDefaults)
      .filter(([role]) => role !== "target")
      .map(
        ([role, { model, maxOutput }]) => `- ${role}: \`${model}\`${maxOutput > 0 ? `, ${maxOutput}` : ""}`,
      )
      .join("\n"),
    "## Keys and addresses",
    "Keys belong in the environment. " +
      "Rehearse writes the variable's name instead of a key of 8 or more characters. " +
      "`OPENAI_BASE_URL` can be a gateway: outside `openai.com`, requests go to `/chat/completions`.",
    Object.entries(providers)
      .flatMap(([name, { key, optionalKey, baseURL }]) =>
        baseURL === undefined
          ? []
          : [`- ${name}: \`${key ?? optionalKey}\`${key === undefined ? " (optional)" : ""}, \`${baseURL}\``],
      )
      .join("\n"),
  ]);
}

/** The settings of a group, or of each member of a record. */
const fieldsOf = ({ properties, additionalProperties: member }: Described) =>
  properties ?? (typeof member === "object" ? member.properties : undefined);

/** A line for each setting; those of a price are named `price.input`. */
const lines = (options: ReadonlyArray<[string, Described]>): string =>
  options
    .flatMap(([name, option]) => [
      [name, option] as const,
      ...Object.entries(option.properties ?? {}).map(
        ([part, described]) => [`${name}.${part}`, described] as const,
      ),
    ])
    .map(([name, option]) => [`- ${named(name, option)}`, sentences(option)].filter(Boolean).join(": "))
    .join("\n");

/** With its default, or else with its type. Groups have an example. */
function named(name: string, { default: value, type }: Described): string {
  if (value !== undefined && JSON.stringify(value) !== "{}") return `\`${name}=${String(value)}\``;
  return type === "object" || type === "array" ? `\`${name}\`` : `\`${name}:${type}\``;
}

const sentences = ({ description, examples, env }: Described): string =>
  [
    description,
    examples?.[0] !== undefined && `Example: \`${JSON.stringify(examples[0])}\`.`,
    env !== undefined && `\`${env}\`.`,
  ]
    .filter(Boolean)
    .join(" ");
