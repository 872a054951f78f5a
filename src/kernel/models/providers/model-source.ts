import type { ModelKind } from "../../../contract/index.ts";
import { HarnessError } from "../../errors/index.ts";
import { plainMember, type HouseMember } from "../house/index.ts";
import type { EmbeddingModel, LanguageModel, ModelMaker, RerankingModel } from "./provider.ts";
import { fetchWithReadableUsage } from "./readable-usage.ts";
import { providers, type ProviderId } from "./table.ts";

/** How each provider is reached in this process. Keys live here and nowhere else. */
export type Connection = {
  key?: string;
  /** The variable that the key is read from, where it is not the provider's usual one. */
  keyFrom?: string;
  baseURL?: string;
};
export type Connections = Partial<Record<ProviderId, Connection>>;

/** A model by its provider's name and ours. */
export type NamedModel = { provider: ProviderId; id: string; name: string; label: string };

/** The AI SDK's models behind our names. A provider's package is opened when it is first needed. */
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
      // An empty key is still a key: the packages must not look for one in the environment on their own.
      providers[provider].open({ apiKey: key, baseURL, fetch: fetchWithReadableUsage }, house);
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
    code: "wrong-model-kind",
    message: `"${model.name}" (${model.label}) is no ${kind} model.`,
    remedy: "`rehearse models` lists what each model does.",
  });
