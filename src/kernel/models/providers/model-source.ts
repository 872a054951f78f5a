import type { ModelKind } from "../../../contract/index.ts";
import { callText, HarnessError } from "../../errors/index.ts";
import { plainMember, type HouseMember } from "../house/index.ts";
import { boundedText, ReplyTooLarge } from "../bounded-text.ts";
import { noteSend } from "../sending.ts";
import type { EmbeddingModel, LanguageModel, ModelMaker } from "./provider.ts";
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
  return { language: model("language"), embedding: model("embedding") };
}

const wrongKind = (model: NamedModel, kind: string) =>
  new HarnessError({
    code: "wrong-model",
    message: `"${model.name}" (${model.label}) is not a model for ${kind}.`,
    remedy: `${callText("models")} lists what each model does.`,
  });

/**
 * The one way to a vendor: a body is read up to its limit, also that of a refusal.
 *
 * Most providers' packages reject an answer with missing or incomplete `usage`, which some proxies and gateways
 * send. The answer was paid for. Such a response gets the required counts as 0; the gateway treats 0 as "not counted"
 * and estimates.
 */
const boundedFetch: typeof fetch = async (input, init) => {
  noteSend();
  const response = await fetch(input, init);
  const { ok, status, statusText, headers } = response;
  const { text, whole } = await boundedText(response);
  // The beginning of a refusal says enough.
  if (ok && !whole) throw new ReplyTooLarge();
  const body = status === 200 ? readableUsage(text) : text;
  return new Response(body === "" ? null : body, { status, statusText, headers });
};

type Counts = Record<string, unknown>;

/** The body with usage that every package can read; unchanged if it is complete, or not an answer in a known format. */
function readableUsage(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text; // Not JSON: the package reports it.
  }
  const required = isRecord(body) ? countsOf(body) : undefined;
  if (!isRecord(body) || !required) return text;
  const usage = isRecord(body["usage"]) ? body["usage"] : {};
  // Embeddings have input only, under two names: either will do.
  const has = required.filter((name) => Number.isSafeInteger(usage[name]) && (usage[name] as number) >= 0);
  const input = "data" in body && has[0] !== undefined ? usage[has[0]] : 0;
  const { cost } = usage;
  const counts = {
    ...Object.fromEntries(required.map((name) => [name, input])),
    cost: typeof cost === "number" ? cost : undefined,
  };
  const kept = has.length === required.length ? usage : counts;
  return JSON.stringify({ ...body, usage: { total_tokens: 0, ...kept } });
}

/** The counts that the package expects, inferred from the field that holds the answer. */
function countsOf(body: Counts): string[] | undefined {
  if (Array.isArray(body["choices"])) return ["prompt_tokens", "completion_tokens"];
  if (Array.isArray(body["content"]) || Array.isArray(body["output"]))
    return ["input_tokens", "output_tokens"];
  return Array.isArray(body["data"]) ? ["prompt_tokens", "total_tokens"] : undefined;
}

const isRecord = (value: unknown): value is Counts =>
  typeof value === "object" && value !== null && !Array.isArray(value);
