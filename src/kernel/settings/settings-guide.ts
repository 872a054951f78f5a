import { z } from "zod";
import { providers, roleDefaults } from "../models/index.ts";
import { settings } from "./resolve-settings.ts";

type Described = {
  description?: string;
  default?: unknown;
  examples?: unknown[];
  env?: string;
  flag?: string;
  properties?: Record<string, Described>;
  additionalProperties?: Described | boolean;
};

/** Every option in Markdown, from the schema itself: what it is for, its default, an example. */
export function settingsGuide(): string {
  const { properties = {} } = z.toJSONSchema(settings, { io: "input" }) as Described;
  return [
    "# Configuration",
    "",
    "<!-- Made by `rehearse config --guide`; a test compares. -->",
    "",
    "Settings come from flags, the environment, `rehearse.config.ts` in the folder where a command runs (or `--config FILE`), and defaults: the earlier wins. Unknown options are errors. `rehearse config` shows what is in force and where each value came from.",
    "",
    "A run keeps its models, prices, limits and budget: see [what a resume keeps](cost-and-resume.md#what-a-resume-keeps).",
    "",
    "```ts",
    "// rehearse.config.ts",
    "export default {",
    "  budget: 5,",
    '  roles: { narrator: "grok-4" },',
    '  limits: { "anthropic/claude-haiku-4-5": { spacingMs: 1250 } },',
    "};",
    "```",
    "",
    "A plain object needs nothing installed beside it. Where rehearse is installed as a package, `export default defineConfig({ … })`, imported from `rehearse`, checks it as you type.",
    "",
    "The config file is code: every command that you run in its folder runs it. Read it before you work in a workspace from somebody else. A config inside the folder of a session, matrix, A/B test or bisect is loaded only if `--config` names it.",
    "",
    ...Object.entries(properties).flatMap(([name, option]) => section(name, option)),
    "## What roles play with",
    "",
    "Where `roles` and `maxOutput` say nothing: the model, and the most tokens it answers with. Models that think get room for it on top. Players and spokespersons play on their archetype's model.",
    "",
    "| role | model | most output |",
    "| --- | --- | --- |",
    ...Object.entries(roleDefaults).map(
      ([role, { model, maxOutput }]) => `| ${role} | ${model} | ${maxOutput} |`,
    ),
    "",
    "## Keys and addresses",
    "",
    "Keys belong in the environment only: not in the config file, nor in any file that Rehearse writes. If a reply, a prompt or an error quotes a key, Rehearse replaces it with the variable's name, such as `[OPENAI_API_KEY]`, in every file, in the output and in every page. This applies to keys of 8 characters or more, also if a key is escaped as JSON (`sk\\u002d…`, JSON inside JSON) or for a URL. The token of `rehearse serve` comes from `REHEARSE_TOKEN`, `--token-file` or `--token`, and is redacted in the same way. Every provider's address can be set, for proxies, gateways, local servers and tests.",
    "",
    "| provider | key | address |",
    "| --- | --- | --- |",
    ...Object.entries(providers).flatMap(([name, { key, optionalKey, baseURL }]) =>
      baseURL === undefined
        ? []
        : [
            `| ${name} | ${key === undefined ? `none, or \`${optionalKey}\`` : `\`${key}\``} | \`${baseURL}\` or \`providers.${name}.baseURL\` |`,
          ],
    ),
    "",
  ].join("\n");
}

function section(name: string, option: Described): string[] {
  const { properties, additionalProperties } = option;
  const inner =
    properties ?? (typeof additionalProperties === "object" ? additionalProperties.properties : undefined);
  // A model's own fields are the catalog's business; here they would be a page of their own.
  const parts = inner !== undefined && name !== "models" ? Object.entries(inner) : [];
  const deeper = properties === undefined ? `${name}.<name>` : name;
  return [
    `## ${name}`,
    "",
    option.description ?? "",
    "",
    ...(properties === undefined ? [...facts(option), ""] : []),
    ...parts.flatMap(([part, described]) => [
      `- \`${deeper}.${part}\`: ${described.description ?? ""} ${facts(described)
        .map((fact) => fact.replace(/^- /, ""))
        .join(" ")}`,
    ]),
    ...(parts.length > 0 ? [""] : []),
  ];
}

function facts({ default: value, examples, env, flag }: Described): string[] {
  return [
    `- Default: ${value === undefined || JSON.stringify(value) === "{}" ? "none" : `\`${JSON.stringify(value)}\``}.`,
    ...(examples?.[0] === undefined ? [] : [`- Example: \`${JSON.stringify(examples[0])}\`.`]),
    ...(env === undefined ? [] : [`- Environment: \`${env}\`.`]),
    ...(flag === undefined ? [] : [`- Flag: \`${flag}\`.`]),
  ];
}
