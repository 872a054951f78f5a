/** Lists model names, the models behind them, prices and keys. */
import { catalogOf } from "../../../api/catalog.ts";
import type { Price } from "../../../contract/index.ts";
import {
  createCatalog,
  priceSources,
  houseRoster,
  providers,
  type Catalog,
  type Connections,
  type ResolvedModel,
} from "../../../kernel/models/index.ts";
import { defineCommand, table } from "../../frame/index.ts";
import { configFrom, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "models",
  summary: "List models, prices, and which keys are set",
  description:
    "Lists every model name, the id behind it, and its price in USD per million tokens.\n\n" +
    "Any other model is reached as provider/model-id (for example anthropic/claude-opus-5-5), openrouter/… with one key for all providers, or local/… " +
    "on any OpenAI-compatible server (LOCAL_BASE_URL; default: Ollama's address).",
  flags: { ...settingsFlags, json: { type: "boolean", help: "Print one JSON document." } },
  examples: [
    { command: "rehearse models", does: "The table." },
    {
      command: "rehearse models --via openrouter",
      does: "The same names, all reached with OPENROUTER_API_KEY.",
    },
    { command: "rehearse models --json", does: "For scripts." },
  ],
  async run({ flags, io }) {
    const config = await configFrom(flags);
    const { keys, notes, ...listed } = catalogOf(config);
    if (flags.json) return io.json({ ...listed, keys, notes });
    io.out(modelTable(createCatalog(config.settings), (model) => ready(model, config.connections)));
    io.out(houseText());
    for (const note of notes) io.out(note);
    io.out(
      [
        "Keys",
        ...keys.map(({ variable, present }) => `  ${present ? "set    " : "missing"}  ${variable}`),
      ].join("\n"),
    );
  },
});

export function modelTable(catalog: Catalog, ready: (model: ResolvedModel) => boolean): string {
  const models = catalog.names().map((name) => catalog.resolve(name));
  const rows = models.map((model) => [
    model.name,
    model.label,
    model.kind,
    model.context === undefined ? (model.provider === "house" ? "-" : "?") : `${model.context / 1_000}k`,
    model.tier === undefined ? "" : String(model.tier),
    ...prices(model.price),
    ready(model) ? "yes" : "no key",
  ]);
  const notes = models.filter(({ note }) => note).map(({ name, note }) => `  ${name}: ${note}`);
  return [
    table(
      ["name", "model", "for", "context", "tier", "input", "output", "cache read", "cache write", "ready"],
      rows,
      { right: [3, 4, 5, 6, 7, 8] },
    ),
    "",
    `Prices: USD per million tokens, from ${priceSources(models.flatMap(({ price }) => price ?? []))}. "?": unknown. "-": does not apply. "+": more expensive for very long requests. Tier: how the playtest groups its players' models, 1 to 4; not a price ranking.`,
    ...notes,
    "",
  ].join("\n");
}

/** The embedded narrators: all but the plain one plant a known fault, for detectors to find. */
function houseText(): string {
  const width = Math.max(...Object.keys(houseRoster).map((name) => name.length));
  return [
    "",
    "House cast (embedded: no key, no cost, no evidence about a prompt)",
    ...Object.entries(houseRoster).map(([name, does]) => `  house/${name.padEnd(width)}  ${does}`),
    "",
  ].join("\n");
}

function prices(price: Price | undefined): string[] {
  if (!price) return ["?", "?", "?", "?"];
  const mark = price.tiers ? "+" : "";
  const show = (rate: number | undefined) => (rate === undefined ? "-" : `${rate}${mark}`);
  return [show(price.input), show(price.output), show(price.cacheRead), show(price.cacheWrite)];
}

export const ready = ({ provider }: ResolvedModel, connections: Connections): boolean =>
  providers[provider].key === undefined || connections[provider]?.key !== undefined;
