/**
 * Everything the house knows about one provider. A provider is one module that exports a `Provider`, registered in
 * `table.ts`; the catalog, the settings, the gateway, the listings and the guide all read the table.
 */
import type { JSONObject } from "@ai-sdk/provider";
import type {
  EmbeddingModel as AnyEmbeddingModel,
  LanguageModel as AnyLanguageModel,
  RerankingModel as AnyRerankingModel,
} from "ai";
import type { ModelEntryInput, ModelKind, Price } from "../../../contract/index.ts";
import type { HouseMember } from "../house/index.ts";

// The SDK also takes gateway names as strings; ours are always models.
export type LanguageModel = Exclude<AnyLanguageModel, string>;
export type EmbeddingModel = Exclude<AnyEmbeddingModel, string>;
export type RerankingModel = Exclude<AnyRerankingModel, string>;

/** Makes models by their id. A provider without embeddings or rerankers leaves those out. */
export type ModelMaker = {
  language?(id: string): LanguageModel;
  embedding?(id: string): EmbeddingModel;
  reranking?(id: string): RerankingModel;
};

type Opening = {
  apiKey: string;
  baseURL: string | undefined;
  fetch: typeof fetch;
};

/** A model of the provider whose facts are known, by its id. */
type ProviderModel = Omit<ModelEntryInput, "provider" | "tier">;

export type Provider = {
  /** As reports and errors call it. */
  title: string;
  /** The environment variable that holds the key; absent where none is needed. */
  key?: string;
  /** One that is sent where it is set, and not missed where it is not. */
  optionalKey?: string;
  /** The environment variable that holds its address. */
  baseURL?: string;
  /** Opens the vendor's package, which is loaded here and not before. */
  open(opening: Opening, embedded: readonly HouseMember[]): Promise<ModelMaker>;
  models: readonly ProviderModel[];
  /** One-key mode: which of its models plays the narrator and the calibrator, and which all else. */
  oneKey?: { dear: string; cheap: string };
  /** Names of models it makes, as they appear where other providers serve them: tells judges and narrators of one maker. */
  makes?: RegExp;

  /** What a model that is not listed does, where its name does not tell. Default: language. */
  unlistedKind?: ModelKind;
  /** What a model without a price costs. Absent: unknown, which is not free. */
  unlistedPrice?: Price;

  /** Some of its models refuse two messages of one role in a row: they are sent as one. */
  alternates?: true;
  cacheBreakpoints?: true;
  /** Options of its own for a language call, beside those that the SDK knows. */
  languageOptions?(model: { reasoning?: string }): JSONObject | undefined;
  /** The same for embeddings: some embed a question and a text to be found differently. */
  embeddingOptions?(purpose: "query" | "document"): JSONObject;
  /** What it says a call cost in USD, from its part of the reply's metadata. */
  costIn?(metadata: unknown): number | undefined;
  /** Why a reply ended, where its package does not translate the vendor's own word. */
  finishReasons?: Readonly<Record<string, string>>;
  /** How it says that a request is longer than the model's context. It must not match a rate limit, which also counts tokens. */
  overflow?: RegExp;
  /** What to say where nothing listens at its address. */
  notListening?: { code: string; remedy: string };
};

/** Where and when prices were read: two public tables; "both" means that they agree. */
export const both = { asOf: "2026-08-08", source: "models.dev and LiteLLM" };
export const one = { asOf: "2026-08-08", source: "models.dev or LiteLLM, not both" };
