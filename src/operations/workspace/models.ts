/** Which models there are, what they cost, and which can be called now. */
import { z } from "zod";
import {
  createCasting,
  createCatalog,
  houseRoster,
  keyStates,
  providers,
} from "../../kernel/models/index.ts";
import type { ModelList, Price } from "../../contract/index.ts";
import type { HarnessConfig } from "../../kernel/run/index.ts";
import { noteLine } from "../../kernel/report/index.ts";
import { operation } from "../declaration.ts";
import { runOptions } from "../options.ts";
import { answer, tableOf } from "../../kernel/verdict-words/index.ts";

export default operation({
  name: "models",
  surfaces: ["mcp"],
  description:
    "Lists every model name, the id behind it, and its price in USD per million tokens.\n\n" +
    "Any other model is reached as provider/model-id (for example anthropic/claude-opus-5-5), " +
    "openrouter/… with one key for all providers, or local/… " +
    "on any OpenAI-compatible server (LOCAL_BASE_URL; default: Ollama's address).",
  input: z.strictObject({ config: runOptions.config }),
  examples: [
    { input: {}, says: "Every name, price and key." },
    { input: { config: "ci.config.ts" }, says: "The same with another settings file." },
  ],
  plan: (_, { config }) => config,
  run: (config) => ({ result: catalogOf(config) }),
  show: ({ models, house, keys, notes }) => [
    answer(`${models.length} names. ${models.filter(({ ready }) => ready).length} can be called now.`, {
      cautions: notes,
      tables: [
        tableOf(
          "Models",
          [
            "name",
            "model",
            "for",
            ">context",
            ">tier",
            ">input",
            ">output",
            ">cache read",
            ">cache write",
            "ready",
          ],
          models.map(({ name, label, kind, context, tier, price, ready, provider }) => [
            name,
            label,
            kind,
            context === undefined ? (provider === "house" ? "-" : "?") : `${context / 1_000}k`,
            tier ?? "",
            ...pricesOf(price),
            ready ? "yes" : "no key",
          ]),
          `Prices: USD per million tokens, from ${sourcesOf(models).join("; ")}. "?": unknown. "-": does not apply. ` +
            `"+": more expensive for very long requests. ` +
            "Tier: how the playtest groups its players' models, 1 to 4; not a price ranking.",
        ),
        tableOf(
          "Remarks",
          ["name", "remark"],
          models.flatMap(({ name, note }) => (note ? [[name, note]] : [])),
        ),
        tableOf(
          "House cast (scripted; no key, no cost, no evidence about a prompt)",
          ["name", "does"],
          house.map(({ name, does }) => [name, does]),
        ),
        tableOf(
          "Keys",
          ["variable", "set"],
          keys.map(({ variable, present }) => [variable, present ? "yes" : "no"]),
        ),
      ],
    }),
  ],
});

function catalogOf({ settings, connections, oneKey }: HarnessConfig): ModelList {
  const known = createCatalog(settings);
  return {
    models: known.names().map((name) => {
      const model = known.resolve(name);
      const { provider } = model;
      const ready = providers[provider].key === undefined || connections[provider]?.key !== undefined;
      return { ...model, ready };
    }),
    house: Object.entries(houseRoster).map(([name, does]) => ({ name: `house/${name}`, does })),
    keys: keyStates(connections),
    notes: createCasting({ catalog: known, oneKey }).notes().map(noteLine),
  };
}

const sourcesOf = (models: ModelList["models"]): string[] => [
  ...new Set(
    models.flatMap(({ price }) =>
      price?.source !== undefined && price.input > 0
        ? [[price.source, price.asOf].filter(Boolean).join(", ")]
        : [],
    ),
  ),
];

function pricesOf(price: Price | undefined): string[] {
  if (!price) return ["?", "?", "?", "?"];
  const mark = price.tiers ? "+" : "";
  return [price.input, price.output, price.cacheRead, price.cacheWrite].map((rate) =>
    rate === undefined ? "-" : `${rate}${mark}`,
  );
}
