import type {
  EmbeddingModel as AnyEmbeddingModel,
  LanguageModel as AnyLanguageModel,
  RerankingModel as AnyRerankingModel,
} from "ai";
import type { ProviderName } from "../../../contract/index.ts";
import { HarnessError } from "../../errors/index.ts";
import type { ResolvedModel } from "../catalog/index.ts";
import {
  houseEmbeddingModel,
  houseLanguageModel,
  plainMember,
  sentenceEmbeddingModel,
  type HouseMember,
} from "../house/index.ts";
import { LOCAL_DEFAULT, type Connection, type Connections } from "./connections.ts";
import { fetchWithReadableUsage } from "./readable-usage.ts";

// The SDK also takes gateway names as strings; ours are always models.
export type LanguageModel = Exclude<AnyLanguageModel, string>;
export type EmbeddingModel = Exclude<AnyEmbeddingModel, string>;
export type RerankingModel = Exclude<AnyRerankingModel, string>;

/** The AI SDK's models behind our names. Each vendor's package is loaded when it is first needed. */
export type Providers = {
  language(model: ResolvedModel): Promise<LanguageModel>;
  embedding(model: ResolvedModel): Promise<EmbeddingModel>;
  reranking(model: ResolvedModel): Promise<RerankingModel>;
};

/** What we need of a vendor's package: some lack embeddings or rerankers. */
type Package = {
  language?(id: string): LanguageModel;
  embedding?(id: string): EmbeddingModel;
  reranking?(id: string): RerankingModel;
};
type Load = (connection: {
  apiKey: string | undefined;
  baseURL: string | undefined;
  fetch: typeof fetch;
}) => Promise<Package>;

const packages: Record<Exclude<ProviderName, "house">, Load> = {
  anthropic: async (connection) => {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const anthropic = createAnthropic(connection);
    return { language: (id) => anthropic(id) };
  },
  xai: async (connection) => {
    const { createXai } = await import("@ai-sdk/xai");
    const xai = createXai(connection);
    return { language: (id) => xai(id) };
  },
  deepseek: async (connection) => {
    const { createDeepSeek } = await import("@ai-sdk/deepseek");
    const deepseek = createDeepSeek(connection);
    return { language: (id) => deepseek(id) };
  },
  alibaba: async (connection) => {
    const { createAlibaba } = await import("@ai-sdk/alibaba");
    const alibaba = createAlibaba(connection);
    return { language: (id) => alibaba(id) };
  },
  moonshot: async (connection) => {
    const { createMoonshotAI } = await import("@ai-sdk/moonshotai");
    const moonshot = createMoonshotAI(connection);
    return { language: (id) => moonshot(id) };
  },
  openai: async (connection) => {
    const { createOpenAI } = await import("@ai-sdk/openai");
    const openai = createOpenAI(connection);
    return { language: (id) => openai(id), embedding: (id) => openai.embedding(id) };
  },
  voyage: async (connection) => {
    const { createVoyage } = await import("@ai-sdk/voyage");
    const voyage = createVoyage(connection);
    return { embedding: (id) => voyage.embeddingModel(id), reranking: (id) => voyage.rerankingModel(id) };
  },
  openrouter: async (connection) => {
    const { createOpenRouter } = await import("@openrouter/ai-sdk-provider");
    const openrouter = createOpenRouter(connection);
    // OpenRouter tells what a call really cost, but only when asked to.
    return { language: (id) => openrouter.chat(id, { usage: { include: true } }) };
  },
  // Somebody's own system is asked through `gateway.outside`: it has no models.
  outside: async () => ({}),
  local: async ({ baseURL = LOCAL_DEFAULT, ...connection }) => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    // Ollama, llama.cpp and vLLM all take a JSON schema; without this flag the package sends none.
    const local = createOpenAICompatible({
      name: "local",
      ...connection,
      baseURL,
      supportsStructuredOutputs: true,
    });
    return { language: (id) => local(id), embedding: (id) => local.embeddingModel(id) };
  },
};

export function createProviders({
  connections,
  house = [plainMember],
}: {
  connections: Connections;
  house?: readonly HouseMember[];
}): Providers {
  const loaded = new Map<ProviderName, Promise<Package>>();
  const load = (provider: ProviderName): Promise<Package> => {
    const found =
      loaded.get(provider) ??
      (provider === "house"
        ? Promise.resolve(houseOf(house))
        : packages[provider](reach(connections[provider])));
    loaded.set(provider, found);
    return found;
  };
  const model =
    <Kind extends keyof Package>(kind: Kind) =>
    async (resolved: ResolvedModel): Promise<ReturnType<NonNullable<Package[Kind]>>> => {
      const make = (await load(resolved.provider))[kind];
      if (!make) throw wrongKind(resolved, kind);
      return make(resolved.id) as ReturnType<NonNullable<Package[Kind]>>;
    };
  return { language: model("language"), embedding: model("embedding"), reranking: model("reranking") };
}

// An empty key is still a key: the packages must not look for one in the environment on their own.
const reach = (connection: Connection = {}) => ({
  apiKey: connection.key ?? "",
  baseURL: connection.baseURL,
  fetch: fetchWithReadableUsage,
});

function houseOf(members: readonly HouseMember[]): Package {
  return {
    language: (id) => {
      const member = members.find(({ name }) => name === id);
      if (!member)
        throw new HarnessError({
          code: "unknown-model",
          message: `There is no house member "${id}".`,
          remedy: `Known: ${members.map(({ name }) => name).join(", ")}.`,
        });
      return houseLanguageModel(member);
    },
    embedding: (id) => (id === "sentences" ? sentenceEmbeddingModel() : houseEmbeddingModel()),
  };
}

const wrongKind = (model: ResolvedModel, kind: string) =>
  new HarnessError({
    code: "wrong-model-kind",
    message: `"${model.name}" (${model.label}) is no ${kind} model.`,
    remedy: "`rehearse models` lists what each model does.",
  });
