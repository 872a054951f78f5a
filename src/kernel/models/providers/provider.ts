/**
 * Everything known about one provider. A provider is one module that exports a `Provider`, registered in `table.ts`;
 * the catalog, the settings, the gateway, the listings and the guide all read the table.
 */
import type { JSONObject } from "@ai-sdk/provider";
import type { EmbeddingModel as AnyEmbeddingModel, LanguageModel as AnyLanguageModel } from "ai";
import type { ModelEntryInput, ModelKind, Price } from "../../../contract/index.ts";
import type { ErrorCode } from "../../errors/index.ts";
import type { HouseMember } from "../house/index.ts";

// The SDK also takes gateway names as strings; ours are always models.
export type LanguageModel = Exclude<AnyLanguageModel, string>;
export type EmbeddingModel = Exclude<AnyEmbeddingModel, string>;

/** Creates models by id. A provider without embeddings leaves those out. */
export type ModelMaker = {
  language?(id: string): LanguageModel;
  embedding?(id: string): EmbeddingModel;
};

type Opening = {
  apiKey: string;
  baseURL: string | undefined;
  fetch: typeof fetch;
};

/** A model of the provider with known facts, by its id. */
type ProviderModel = Omit<ModelEntryInput, "provider" | "tier">;

export type Provider = {
  /** Its name in reports and errors. */
  title: string;
  /** The environment variable that holds the key. Absent: no key needed. */
  key?: string;
  /** An optional key, sent if it is set. */
  optionalKey?: string;
  /** The environment variable that holds its address. */
  baseURL?: string;
  /** Loads the vendor's package, on first use. */
  open(opening: Opening, embedded: readonly HouseMember[]): Promise<ModelMaker>;
  models: readonly ProviderModel[];
  /** One-key mode: the model for narrator and calibrator, and the model for all other roles. */
  oneKey?: { dear: string; cheap: string };
  /** Names of its models as other providers list them: shows when judge and narrator have the same maker. */
  makes?: RegExp;

  /** The kind of an unlisted model, if its name does not show it. Default: language. */
  unlistedKind?: ModelKind;
  /** The price of a model without one. Absent: unknown, which is not free. */
  unlistedPrice?: Price;

  /** Some of its models refuse two messages of one role in a row: they are joined. */
  alternates?: true;
  cacheBreakpoints?: true;
  /** Its own options for a language call, besides those of the SDK. */
  languageOptions?(model: { reasoning?: string }): JSONObject | undefined;
  /** The same for embeddings: some embed queries and documents differently. */
  embeddingOptions?(purpose: "query" | "document"): JSONObject;
  /** The cost of a call in USD as the provider reports it in the reply's metadata. */
  costIn?(metadata: unknown): number | undefined;
  /** Why a reply ended, if its package does not translate the vendor's own value. */
  finishReasons?: Readonly<Record<string, string>>;
  /**
   * How it reports a request longer than the model's context. It must not match a rate limit, which also counts tokens.
   */
  overflow?: RegExp;
  /** The message if nothing listens at its address. */
  notListening?: { code: ErrorCode; remedy: string };
};

/** Any other host is a gateway or a proxy, and these usually know chat completions but not the Responses API. */
export const isOwnHost = (baseURL: string | undefined, domain: string): boolean =>
  baseURL === undefined || `.${new URL(baseURL).hostname}`.endsWith(`.${domain}`);

/** The source and date of prices: two public tables; "both" means that they agree. */
export const both = { asOf: "2026-08-08", source: "models.dev and LiteLLM" };
export const one = { asOf: "2026-08-08", source: "models.dev or LiteLLM, not both" };
