/** The judge of a session, its rubric, and its relation to the narrator. */
import type { Rubric, SessionConfig } from "../../contract/index.ts";
import { callText, about, HarnessError, optionText } from "../../kernel/errors/index.ts";
import { isProvider, providerIds, providers, type ResolvedModel } from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { HOUSE, NONE } from "../readings/index.ts";
import type { SessionState } from "../session/index.ts";
import { CALIBRATIONS, isUsable, readCalibrations } from "./calibration/calibration-store.ts";
import { askedKey } from "./judge-prompt.ts";
import { loadRubric, rubricHash } from "./rubric.ts";
import { isVoid, type StoredVerdict } from "./verdict-store.ts";

/** Families by model name, for providers that serve many vendors' models. */
const names: ReadonlyArray<[family: string, pattern: RegExp]> = [
  ...providerIds.flatMap((id): Array<[string, RegExp]> => {
    const { makes } = providers[id];
    return makes ? [[id, makes]] : [];
  }),
  ["meta", /llama|meta-/],
  ["google", /google|gemini|gemma/],
  ["mistral", /mistral|mixtral|ministral/],
];

/** The vendor of a model, by its label `provider/id`. Null: unknown, as with a system of the user's own. */
export function familyOf(label: string): string | null {
  const slash = label.indexOf("/");
  const [provider, id] = [label.slice(0, Math.max(0, slash)), label.slice(slash + 1).toLowerCase()];
  if (provider === "house") return "house";
  if (!isProvider(provider)) return null;
  if (providers[provider].makes) return provider;
  return names.find(([, pattern]) => pattern.test(id))?.[0] ?? null;
}

/** Fallback judges, best first: one of each family, then through a provider that serves several. */
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

/** With this name the judge is chosen automatically. */
const ANY_JUDGE = "auto";

/**
 * The named judge; else the usual one, unless it is of the narrator's family: then the first of another family with a
 * key, in one-key mode of that vendor's. If there is none, the usual one judges and the verdict says so.
 */
export function chooseJudge(
  { casting, catalog, keys, settings }: Pick<Harness, "casting" | "catalog" | "keys" | "settings">,
  { asked: named, narrator }: { asked?: string; narrator: string },
): ResolvedModel {
  const asked = named === ANY_JUDGE ? undefined : named;
  const usual = casting.modelFor("judge", { asked });
  if (usual.provider === "house" || usual.provider === "outside") {
    const why =
      usual.provider === "house" ? "the house cast plays from a script" : "it is a system under test";
    throw new HarnessError({
      code: "wrong-model",
      option: "judge",
      message: `${usual.name} cannot judge: ${why}.`,
      remedy: `Choose a judge with ${optionText("judge")}: a name from ${callText("models")}, provider/model-id, or local/MODEL.`,
    });
  }
  if (usual.kind !== "language")
    throw new HarnessError({
      code: "wrong-model",
      option: "judge",
      message: `${usual.name} cannot judge: it is a model for ${usual.kind}.`,
      remedy: `${callText("models")} lists what each model does.`,
    });
  if (asked !== undefined) return usual;
  const family = familyOf(narrator);
  const ready = ({ provider }: ResolvedModel) =>
    keys.includes(provider) && (settings.oneKey === false || provider === usual.provider);
  const apart = (model: ResolvedModel) => familyOf(model.label) !== family;
  if (ready(usual) && apart(usual)) return usual;
  return others.map((name) => catalog.resolve(name)).find((model) => ready(model) && apart(model)) ?? usual;
}

/** The id of the model that told the story, as far as it is known. */
export const narratorOf = ({ records, config }: Pick<SessionState, "records" | "config">): string =>
  records.at(-1)?.narrator.model ?? config.narratorModel;

type PinnedJudge = Pick<SessionConfig, "judgeModel" | "judgeRubric" | "judgeCounts">;

/**
 * The judge and rubric of a session, and whether its scores count: if it is named, or if its last calibration says
 * usable. The rubric's text is pinned, so that later changes to its file do not matter.
 */
export function pinJudge(
  harness: Harness,
  {
    judge: asked,
    judgeCounts,
    rubric: given,
    ...session
  }: {
    judge?: string;
    judgeCounts?: boolean;
    rubric?: string | Rubric;
  } & Judgeable,
): PinnedJudge {
  const { narrator } = session;
  const named = asked === undefined || asked === NONE ? undefined : chooseJudge(harness, { asked, narrator });
  const model = asked === undefined ? defaultJudge(harness, session) : named;
  if (model) {
    const rubric = about("rubric", () => loadRubric(given));
    const counts = () =>
      asked !== undefined || isUsable(readCalibrations(CALIBRATIONS), askedKey(model, rubric));
    return { judgeModel: model.name, judgeRubric: rubric, judgeCounts: judgeCounts ?? counts() };
  }
  if (given === undefined) return { judgeModel: undefined, judgeRubric: undefined, judgeCounts: undefined };
  throw new HarnessError({
    code: "missing-option",
    option: "judge",
    message: `${optionText("rubric", typeof given === "string" ? given : undefined)} needs a judge.`,
    remedy: `Add ${optionText("judge", "MODEL")}, or ${optionText("judge", "auto")}.`,
  });
}

type Judgeable = { narrator: string } & Pick<SessionConfig, "observerModel">;

/** Who judges a session that a model reads: the usual judge, or the reader if there is no key for the usual one. */
function defaultJudge(harness: Harness, { narrator, observerModel }: Judgeable): ResolvedModel | undefined {
  const { catalog, keys, settings } = harness;
  if ([settings.roles.judge, observerModel].includes(NONE) || observerModel === HOUSE) return undefined;
  const reader = catalog.resolve(observerModel);
  if (reader.provider === "local") return reader;
  const usual = chooseJudge(harness, { narrator });
  return keys.includes(usual.provider) || usual.provider === "local" ? usual : reader;
}

export const rubricOf = ({ judgeRubric }: PinnedJudge): Rubric => judgeRubric ?? loadRubric();

/** Whether the pinned judge has yet to judge the present turns. An unusable answer does not count. */
export function awaitsJudge(config: PinnedJudge, onTurns: readonly StoredVerdict[]): boolean {
  if (config.judgeModel === undefined) return false;
  const hash = rubricHash(rubricOf(config));
  return !onTurns.some(
    ({ verdict }) =>
      verdict.judge.asked === config.judgeModel && verdict.key.rubric === hash && !isVoid(verdict),
  );
}
