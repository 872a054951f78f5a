import { HarnessError } from "../../kernel/errors/index.ts";
import { isProvider, providerIds, providers, type ResolvedModel } from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import type { SessionState } from "../session/index.ts";

/** How a judge and a narrator are related. */
export type Kinship = {
  family: string | null;
  narrator: string;
  narratorFamily: string | null;
  otherFamily: boolean | null;
};

/** By the name of a model, where many vendors' models come through one door. */
const names: ReadonlyArray<[family: string, pattern: RegExp]> = [
  ...providerIds.flatMap((id): Array<[string, RegExp]> => {
    const { makes } = providers[id];
    return makes ? [[id, makes]] : [];
  }),
  ["meta", /llama|meta-/],
  ["google", /google|gemini|gemma/],
  ["mistral", /mistral|mixtral|ministral/],
];

/** Who made a model, by its label `provider/id`. Null: not known, as with somebody's own system. */
export function familyOf(label: string): string | null {
  const slash = label.indexOf("/");
  const [provider, id] = [label.slice(0, Math.max(0, slash)), label.slice(slash + 1).toLowerCase()];
  if (provider === "house") return "house";
  if (!isProvider(provider)) return null;
  if (providers[provider].makes) return provider;
  return names.find(([, pattern]) => pattern.test(id))?.[0] ?? null;
}

/** Judges to fall back on, best first: one of each family; then through the door that has several of them. */
const others = [
  "deepseek-r2",
  "opus-4.5",
  "grok-4",
  "openai/gpt-5.4-mini",
  "alibaba/qwen3-max",
  "moonshot/kimi-k2.6",
  "openrouter/deepseek/deepseek-v4-pro",
  "openrouter/anthropic/claude-opus-4.5",
  ...providerIds.flatMap((id) => providers[id].oneKey?.dear ?? []),
];

/** Asked for by this name, a judge is chosen as where none is named. */
export const ANY_JUDGE = "auto";

/**
 * Who judges. Whoever is named; else the usual judge, unless it is the narrator's own kind: then the first of another
 * family whose key is there, in one-key mode of that vendor's. Where there is none the usual one judges, and the verdict
 * says so.
 */
export function chooseJudge(
  { casting, catalog, keys, settings }: Pick<Harness, "casting" | "catalog" | "keys" | "settings">,
  { asked: wish, narrator }: { asked?: string; narrator: string },
): ResolvedModel {
  const asked = wish === ANY_JUDGE ? undefined : wish;
  const usual = casting.modelFor("judge", { asked });
  if (usual.provider === "house" || usual.provider === "outside") {
    throw new HarnessError({
      code: "no-judge",
      message: `${usual.name} cannot judge: ${usual.provider === "house" ? "the embedded actors read a script" : "a system under test is no judge"}.`,
      remedy: "Name a judge with --judge: a name of `rehearse models`, provider/model-id, or local/MODEL.",
    });
  }
  if (asked !== undefined) return usual;
  const family = familyOf(narrator);
  const ready = ({ provider }: ResolvedModel) =>
    keys.includes(provider) && (settings.oneKey === false || provider === usual.provider);
  const apart = (model: ResolvedModel) => familyOf(model.label) !== family;
  if (ready(usual) && apart(usual)) return usual;
  return others.map((name) => catalog.resolve(name)).find((model) => ready(model) && apart(model)) ?? usual;
}

/** The id that told the story, as far as it is known. */
export const narratorOf = ({ records, config }: Pick<SessionState, "records" | "config">): string =>
  records.at(-1)?.narrator.model ?? config.narratorModel;
