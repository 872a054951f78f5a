/** Reads and checks everything that a matrix needs before the first call. Defines the presets. */
import { createHash } from "node:crypto";
import {
  formatVersion,
  type PresetName,
  matrixConfig,
  type MatrixConfigInput,
  type MatrixPlan,
  type NamedText,
  type PlannedSession,
  type SessionConfig,
  type Shard,
  type StoryInput,
} from "../../../contract/index.ts";
import { counted, dollars } from "../../../kernel/report/index.ts";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { toName } from "../../../kernel/store/index.ts";
import { guideFormOf } from "../../agents/index.ts";
import { estimateCost, planSession, sumEstimates, type SummedEstimate } from "../../play/index.ts";
import { loadPrompt, loadStory, shippedNames } from "../../story/index.ts";
import { configProblem } from "./matrix-plan-file.ts";

/** A matrix as a program gives it: stories and prompts by name or path, or themselves. */
export type MatrixInput = Omit<MatrixConfigInput, "stories" | "systemPrompts"> & {
  stories: ReadonlyArray<string | StoryInput>;
  systemPrompts: Readonly<Record<string, string | NamedText>>;
};

export function planMatrix(
  harness: Harness,
  {
    config: input,
    matrixId,
    seed,
    budget,
  }: {
    config: MatrixInput;
    matrixId: string;
    seed: string | number;
    budget?: number;
  },
): MatrixPlan {
  const parsed = matrixConfig.safeParse(withNames(input));
  if (!parsed.success) throw configProblem(parsed.error);
  // Pinned, so that later changes of settings do not split the matrix.
  const config = { ...parsed.data, guide: parsed.data.guide ?? harness.settings.guide };
  const loaded = about("stories", () => input.stories.map((asked) => loadStory(asked, harness)));
  const guides = Object.fromEntries(loaded.map((guide) => [guide.id, guide]));
  if (Object.keys(guides).length < loaded.length)
    throw new HarnessError({
      code: "bad-value",
      message: `Duplicate story: ${loaded.map(({ id }) => id).join(", ")}.`,
      remedy: "List each story once.",
    });
  const twice = config.narratorModels.find((narrator, at) => config.narratorModels.indexOf(narrator) !== at);
  if (twice !== undefined)
    throw new HarnessError({
      code: "bad-value",
      message: `Duplicate narrator: ${twice}.`,
      remedy: "List each narrator once; sessionsPerCombination plays more sessions of each.",
    });
  const prompts = Object.fromEntries(
    Object.entries(input.systemPrompts).map(([name, asked]) => [
      name,
      about("prompts", () => loadPrompt(asked, harness).text),
    ]),
  );
  const plan: MatrixPlan = {
    version: formatVersion,
    matrixId,
    config,
    seed,
    budget,
    guides,
    prompts,
    sessions: [
      ...sessionsOf(
        config,
        loaded.map(({ id }) => id),
        seed,
      ),
    ],
  };
  // Plans each narrator once, so that a wrong name is found before the first call.
  for (const narrator of config.narratorModels) {
    plannedConfig(
      harness,
      plan,
      plan.sessions.find((session) => session.narrator === narrator)!,
    );
  }
  return { ...plan, sessions: withGroups(harness, plan) };
}

/** As it is stored: content is named, and kept beside the config. */
const withNames = ({ stories, systemPrompts, ...config }: MatrixInput): object => ({
  ...config,
  stories: named(stories, (guide: StoryInput) => loadStory(guide).id),
  systemPrompts: named(systemPrompts, (prompt: NamedText) => loadPrompt(prompt).name),
});

/** A list or a record with names in place of objects. A plan file may have anything here: the schema refuses it. */
function named<Content extends object>(all: unknown, nameOf: (content: Content) => string): unknown {
  const name = (one: unknown) => (typeof one === "object" && one !== null ? nameOf(one as Content) : one);
  if (Array.isArray(all)) return all.map(name);
  if (typeof all !== "object" || all === null) return all;
  return Object.fromEntries(Object.entries(all).map(([key, one]) => [key, name(one)]));
}

/** The group is drawn once for each pair and is the same for every narrator. */
function withGroups(harness: Harness, plan: MatrixPlan): PlannedSession[] {
  const groups = new Map<string, string>();
  return plan.sessions.map((session) => {
    const group = groups.get(session.pair) ?? groupHash(plannedConfig(harness, plan, session));
    groups.set(session.pair, group);
    return { ...session, group };
  });
}

const groupHash = ({ group: { players, spokesperson } }: SessionConfig): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        spokesperson,
        players.map(({ name, archetype, generatedBackstory, characterForStory }) => [
          name,
          archetype,
          generatedBackstory,
          characterForStory,
        ]),
      ]),
    )
    .digest("hex")
    .slice(0, 12);

/** Round by round, so that a matrix stopped half-way has complete pairs and all stories equally. */
function* sessionsOf(
  { systemPrompts, narratorModels, sessionsPerCombination }: MatrixPlan["config"],
  stories: readonly string[],
  seed: string | number,
): Iterable<PlannedSession> {
  let count = 0;
  for (let round = 1; round <= sessionsPerCombination; round++) {
    for (const story of stories) {
      for (const prompt of Object.keys(systemPrompts)) {
        for (const narrator of narratorModels) {
          const number = String(++count).padStart(4, "0");
          const name = [story, prompt, narrator].join("-").toLowerCase().replaceAll("/", "-");
          const sessionId = `${number}-${toName(name).slice(0, 90)}`;
          yield {
            sessionId,
            story,
            prompt,
            narrator,
            pair: `${story}/${round}`,
            seed: `${seed}/${story}/${round}`,
          };
        }
      }
    }
  }
}

/** The part of a plan that one shard plays. Rounded down: together the shards have no more than the budget. */
export function shardOf(whole: MatrixPlan, { index, of }: Shard): MatrixPlan {
  const { sessions, budget } = whole;
  const groups = new Set(sessions.map(({ pair }) => pair)).size;
  if (groups < of)
    throw new HarnessError({
      code: "bad-value",
      option: "shard",
      message: `${of} shards need at least ${of} groups of players, and the matrix has ${groups}: one shard plays a whole group.`,
      remedy: `Use at most ${counted(groups, "shard")}, or play more sessions.`,
    });
  const share = budget && Math.floor((budget * 1e6) / of) / 1e6;
  if (budget !== undefined && share === 0)
    throw new HarnessError({
      code: "bad-value",
      option: "budget",
      message: `A budget of ${dollars(budget)} leaves nothing for each of ${of} shards.`,
      remedy: `Use a larger ${optionText("budget")}, or fewer shards.`,
    });
  return { ...whole, budget: share, shard: { index, of, plan: planHash(whole, of) } };
}

/** Of all that decides what is played. Budget and limits may change when a shard is started again. */
export function planHash(plan: MatrixPlan, of: number): string {
  const { config, seed, guides, prompts, sessions, pinned } = plan;
  const { models, maxOutput, addresses } = pinned ?? {};
  const decides = [of, config, seed, guides, prompts, sessions, models, maxOutput, addresses];
  return createHash("sha256").update(JSON.stringify(decides, sortedKeys)).digest("hex").slice(0, 16);
}

/** A stored plan has its fields in another order. */
const sortedKeys = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** All sessions, or those of the shard. Groups stay whole, so that pairs never wait for each other. */
export function ownSessions({ sessions, shard }: MatrixPlan): PlannedSession[] {
  if (!shard) return sessions;
  const groups = [...new Set(sessions.map(({ pair }) => pair))];
  const own = new Set(groups.filter((_, at) => at % shard.of === shard.index - 1));
  return sessions.filter(({ pair }) => own.has(pair));
}

/** Prompts with the same text differ only by chance. */
export function requireApart({ prompts }: Pick<MatrixPlan, "prompts">): void {
  const same = [...Map.groupBy(Object.keys(prompts), (name) => prompts[name]!.trim()).values()].find(
    (names) => names.length > 1,
  );
  if (same)
    throw new HarnessError({
      code: "not-comparable",
      message: `The prompts ${same.join(" and ")} have identical text. Any difference would be chance.`,
      remedy: "Change one of them or leave it out.",
    });
}

/**
 * One session of a matrix as `play` would plan it. The pair's seed alone draws the group, including the characters: if
 * models wrote them, they would differ between prompts, and sessions could not be paired.
 */
export function plannedConfig(
  harness: Harness,
  { config, guides, prompts }: MatrixPlan,
  { story, prompt, narrator, seed }: PlannedSession,
): SessionConfig {
  return {
    ...planSession(harness, {
      ...config,
      story: guides[story]!,
      prompt: { name: prompt, text: prompts[prompt]! },
      narrator,
      seed,
      guide: guideFormOf({ guideForm: config.guide }),
      maxTurns: config.maxTurnsPerSession,
    }),
    charactersPending: false,
  };
}

/** What it costs: that of its sessions, added up. */
export const estimateMatrix = (harness: Harness, plan: MatrixPlan): SummedEstimate =>
  sumEstimates(
    plan.sessions.map((session) => ({
      ...estimateCost(plannedConfig(harness, plan, session), harness.catalog),
      times: { low: 1, high: 1 },
    })),
  );

/** The narrators of a full matrix. */
const NARRATORS = ["opus-4.5", "grok-4", "deepseek-r2"];

/** Each size answers a question: does it run, which prompt looks best, is it better, and with which narrator. */
const sizes: Record<PresetName, { prompts: "first" | "all"; sessions: number; narrators: "one" | "all" }> = {
  smoke: { prompts: "first", sessions: 1, narrators: "one" },
  mini: { prompts: "all", sessions: 1, narrators: "one" },
  standard: { prompts: "all", sessions: 5, narrators: "one" },
  full: { prompts: "all", sessions: 5, narrators: "all" },
};

/** All shipped stories with the shipped prompts, in the preset's size. */
export function presetConfig(
  name: PresetName,
  {
    narrators,
    usual,
  }: {
    /** From --narrator. */ narrators?: readonly string[];
    /** The default narrator. */ usual: string;
  },
): MatrixConfigInput {
  const size = sizes[name];
  if (size.narrators === "one" && narrators !== undefined && narrators.length > 1) {
    throw new HarnessError({
      code: "bad-combination",
      option: "narrator",
      message:
        `${optionText("preset", name)} takes one narrator. ` +
        `${optionText("narrator")} names ${narrators.length}: ${narrators.join(", ")}.`,
      remedy: `Give one narrator, use ${optionText("preset", "full")}, or write your own matrix for ${optionText("plan")}.`,
    });
  }
  // The others are compared with the baseline, so it comes first.
  const prompts = ["baseline", ...shippedNames("prompt").filter((prompt) => prompt !== "baseline")];
  return {
    stories: shippedNames("story"),
    systemPrompts: Object.fromEntries(
      (size.prompts === "all" ? prompts : prompts.slice(0, 1)).map((prompt) => [prompt, prompt]),
    ),
    narratorModels: [...(narrators ?? (size.narrators === "all" ? NARRATORS : [usual]))],
    sessionsPerCombination: size.sessions,
  };
}
