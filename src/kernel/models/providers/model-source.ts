import type { ModelKind } from "../../../contract/index.ts";
import { HarnessError } from "../../errors/index.ts";
import { plainMember, type HouseMember } from "../house/index.ts";
import { boundedText, ReplyTooLarge } from "../bounded-text.ts";
import type { EmbeddingModel, LanguageModel, ModelMaker, RerankingModel } from "./provider.ts";
import { providers, type ProviderId } from "./table.ts";

/** How each provider is reached in this process. Keys are kept only here. */
export type Connection = {
  key?: string;
  /** The variable that holds the key, if it is not the provider's usual one. */
  keyFrom?: string;
  baseURL?: string;
};
export type Connections = Partial<Record<ProviderId, Connection>>;

export type NamedModel = { provider: ProviderId; id: string; name: string; label: string };

/** The AI SDK's models under our names. A provider's package is loaded on first use. */
export type ModelSource = {
  language(model: NamedModel): Promise<LanguageModel>;
  embedding(model: NamedModel): Promise<EmbeddingModel>;
  reranking(model: NamedModel): Promise<RerankingModel>;
};

export function createModelSource({
  connections,
  house = [plainMember],
}: {
  connections: Connections;
  house?: readonly HouseMember[];
}): ModelSource {
  const opened = new Map<ProviderId, Promise<ModelMaker>>();
  const open = (provider: ProviderId): Promise<ModelMaker> => {
    const { key = "", baseURL } = connections[provider] ?? {};
    const found =
      opened.get(provider) ??
      // An empty key is still a key: the packages must not read one from the environment themselves.
      providers[provider].open({ apiKey: key, baseURL, fetch: boundedFetch }, house);
    opened.set(provider, found);
    return found;
  };
  const model =
    <Kind extends ModelKind>(kind: Kind) =>
    async (model: NamedModel): Promise<ReturnType<NonNullable<ModelMaker[Kind]>>> => {
      const make = (await open(model.provider))[kind];
      if (!make) throw wrongKind(model, kind);
      return make(model.id) as ReturnType<NonNullable<ModelMaker[Kind]>>;
    };
  return { language: model("language"), embedding: model("embedding"), reranking: model("reranking") };
}

const wrongKind = (model: NamedModel, kind: string) =>
  new HarnessError({
    code: "wrong-model",
    message: `"${model.name}" (${model.label}) is not a model for ${kind}.`,
    remedy: "`rehearse models` lists what each model does.",
  });

/**
 * The one way to a vendor: a body is read up to its limit, also that of a refusal.
 *
 * Most providers' packages reject an answer with missing or incomplete `usage`, which some proxies and gateways
 * send. The answer was paid for. Such a response gets the required counts as 0; the gateway treats 0 as "not counted"
 * and estimates.
 */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { ok, status, statusText, headers } = response;
  const { text, whole } = await boundedText(response);
  // The beginning of a refusal says enough.
  if (ok && !whole) throw new ReplyTooLarge();
  const body = status === 200 ? readableUsage(text) : text;
  return new Response(body === "" ? null : body, { status, statusText, headers });
};

type Counts = Record<string, unknown>;

/** The body with usage that every package can read; unchanged if it is not an answer in a known format. */
function readableUsage(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text; // Not JSON: the package reports it.
  }
  const complete = isRecord(body) ? completed(body) : undefined;
  return complete
    ? JSON.stringify({ ...(body as Counts), usage: complete(valid((body as Counts).usage)) })
    : text;
}

/** The counts that the package expects, inferred from the field that holds the answer. */
function completed(body: Counts): ((usage: Counts) => Counts) | undefined {
  if (Array.isArray(body.choices)) return counted("prompt", "completion");
  if (Array.isArray(body.content) || Array.isArray(body.output)) return counted("input", "output");
  // Embeddings and rankings have input only, under two names.
  if (Array.isArray(body.data))
    return ({ prompt_tokens: prompt, total_tokens: total, ...rest }) => ({
      ...rest,
      prompt_tokens: prompt ?? total ?? 0,
      total_tokens: total ?? prompt ?? 0,
    });
  return undefined;
}

function counted(input: string, output: string): (usage: Counts) => Counts {
  return (usage) => {
    const told = usage[`${input}_tokens`] !== undefined;
    // The cached part of an unknown input means nothing, and packages would add it up to an input.
    const kept = Object.entries(usage).filter(([name]) => told || name.startsWith(output) || name === "cost");
    return {
      [`${input}_tokens`]: 0,
      [`${output}_tokens`]: 0,
      total_tokens: 0,
      // OpenRouter's package expects these two counts wherever there are details.
      ...Object.fromEntries(
        kept.map(([name, value]) => [
          name,
          name.endsWith("_details") ? { cached_tokens: 0, reasoning_tokens: 0, ...(value as Counts) } : value,
        ]),
      ),
    };
  };
}

/** Plausible counts only: token counts are whole numbers, and null means absent. */
function valid(usage: unknown): Counts {
  if (!isRecord(usage)) return {};
  return Object.fromEntries(
    Object.entries(usage).flatMap(([name, value]) => {
      if (value === null) return [];
      if (name.endsWith("_tokens"))
        return Number.isSafeInteger(value) && (value as number) >= 0 ? [[name, value]] : [];
      if (name.endsWith("_details")) return isRecord(value) ? [[name, valid(value)]] : [];
      return name !== "cost" || typeof value === "number" ? [[name, value]] : [];
    }),
  );
}

const isRecord = (value: unknown): value is Counts =>
  typeof value === "object" && value !== null && !Array.isArray(value);
