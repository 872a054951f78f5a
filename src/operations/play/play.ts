/** One session: simulated players play a narrator. */
import { basename } from "node:path";
import { z } from "zod";
import { seedFor } from "../../config.ts";
import {
  type GroupRequest,
  issueTypes,
  recordedSession,
  type RecordedSession,
  type SessionConfig,
} from "../../contract/index.ts";
import { portableName } from "../../kernel/addresses/index.ts";
import { callText, HarnessError, optionText } from "../../kernel/errors/index.ts";
import { noteLine } from "../../kernel/report/index.ts";
import { newRunFolder } from "../../kernel/store/index.ts";
import {
  archetypeIds,
  estimateCost,
  type Gate,
  neededModels,
  planSession,
  playSession,
  possiblePlayers,
  readGates,
  requireSession,
} from "../../playtest/index.ts";
import { markerName } from "../marker-name.ts";
import { type Context, operation } from "../declaration.ts";
import { folder, guide, list, maxTurns, modelOptions, runOptions, seed, whole } from "../options.ts";
import { recordedInputs } from "../recorded-inputs.ts";
import { narratorNamed, narratorRef, promptRef, rubricRef, storyRef } from "./content-refs.ts";
import { sayContent, sayPromptIgnored } from "./content-notes.ts";
import { sessionDryRun } from "../dry-run.ts";
import {
  gateOptions,
  PLANNED_AS,
  ranSession,
  requireMeasurable,
  sessionShown,
  watchSession,
  isSaidBefore,
} from "./session-run.ts";

const input = z.strictObject({
  story: storyRef("The story: a name, or the path of a guide (.json, .md, .txt). Default: innsmouth."),
  prompt: promptRef("The prompt: a name, or the path of a file. Default: baseline."),
  narrator: narratorRef(
    `The narrator under test: a name of ${callText("models")}, provider/model-id, an address or a module. Default: opus-4.5; house without a key.`,
  ),
  players: whole(2, 5)
    .optional()
    .meta({ description: "The number of players. Default: random.", value: "2..5" }),
  archetypes: z
    .array(z.enum(archetypeIds))
    .refine(({ length }) => length >= 2 && length <= 5, "must list 2 to 5 archetypes.")
    .optional()
    .meta({
      description: "The players' archetypes, in this order. Default: random.",
      value: "A,B",
    }),
  seed,
  maxTurns,
  ...modelOptions,
  rubric: rubricRef,
  guide,
  stopOn: list(
    `End the session at the first finding of these kinds, most of which need a reader: ${issueTypes.join(", ")}, and your own.`,
    "KIND,KIND",
  ),
  ...gateOptions,
  out: folder("Where the session folder is created.").default("sessions"),
  ...runOptions,
});

type Input = z.output<typeof input>;
type Plan = {
  config: SessionConfig;
  group: GroupRequest | undefined;
  gates: Gate[];
  out: string;
  notes: string[];
  /** Every player that can be drawn. Undefined: the group is known. */
  drawn: ReturnType<typeof possiblePlayers> | undefined;
};

export default operation({
  name: "play",
  surfaces: ["http", "mcp"],
  description:
    "A group of 2 to 5 simulated players plays the story; one of them speaks for the group. " +
    "The seed chooses the players. Every turn is saved as a checkpoint, and the session ends with a report.\n\n" +
    "Without a key the house cast plays, from a script with seeded dice: its results say nothing about a prompt.",
  input,
  examples: [
    { input: { story: "innsmouth", narrator: "house" }, says: "With the house cast: no key, no cost." },
    {
      input: { story: "innsmouth", prompt: "baseline", narrator: "opus-4.5", budget: 5 },
      says: "A real narrator, for at most five dollars.",
    },
    {
      input: { recording: "recordings/grok", failUnder: ["overall=70"] },
      says: "For CI: a session that --record recordings/grok stored, without requests.",
    },
  ],
  ciName: ({ recording, story, prompt }) =>
    recording === undefined
      ? markerName([story ?? "innsmouth", prompt ?? "baseline"], "play")
      : markerName([recording, story, prompt], "play"),
  plan,
  ready: ({ config, drawn }, { harness }) =>
    requireSession(harness, config).catch((error: unknown) => {
      // The next draw has other players: all keys are named that it may need.
      const isMissing = error instanceof HarnessError && error.code === "missing-keys";
      if (isMissing && drawn) harness.requireReady([...neededModels(config, harness), ...drawn]);
      throw error;
    }),
  preview({ config }, { harness }) {
    const estimate = estimateCost(config, harness.catalog);
    return { shown: [sessionDryRun({ config, estimate })], data: { config, estimate } };
  },
  async run({ config, group, gates, out, notes }, context) {
    const { harness, record, on } = context;
    for (const text of notes) on({ type: "note", text });
    await record({ inputs: sessionInputs(config, group), models: config.pinned?.models });
    const dir = newRunFolder(out, config.story, harness.clock.date());
    on({ type: "folder", dir });
    const sessionId = basename(dir);
    const played = await playSession(harness, {
      config,
      out,
      sessionId,
      plannedAs: PLANNED_AS,
      ...watchSession(context, { config, sessionId }),
    });
    return ranSession(played, gates);
  },
  show: sessionShown,
  stopIsResult: true,
});

function plan(asked: Input, context: Context): Plan {
  const { harness, config: given, ciName: name } = context;
  const { prompt, failUnder = [], failOver = [], out } = asked;
  const gates = readGates({ failUnder, failOver }, Object.keys(harness.settings.findings ?? {}));
  const before = recordedInputs(harness, recordedSession);
  const { seed: seeded, drawn } = seedFor(given, asked.seed === undefined ? before?.seed : undefined);
  const narrator = narratorNamed(harness, asked.narrator);
  const request = requestFrom({ ...asked, narrator }, before);
  const config: SessionConfig = {
    ...planSession(harness, { ...request, guide: asked.guide ?? before?.guide, seed: seeded }),
    // A resumed session has the same gates, and updates the same comment.
    ci: { name, failUnder, failOver },
  };
  sayContent(context, { stories: [request.story], prompts: [request.prompt] });
  if (prompt !== undefined) sayPromptIgnored(context, [config.narratorModel]);
  requireMeasurable(gates, { judge: config.judgeModel });
  const notes = [
    ...config.castingNotes.filter(isSaidBefore).map(noteLine),
    ...(drawn
      ? [`Seed ${seeded} (random). To repeat the same group and dice: ${optionText("seed", seeded)}.`]
      : []),
  ];
  const possible = drawn && !request.archetypes ? possiblePlayers(harness, request) : undefined;
  return { config, group: groupIn(request), gates, out, notes, drawn: possible };
}

/** What was given; for the rest, what the recording says. */
export function requestFrom(
  asked: Partial<Input> & { narrator?: string | undefined },
  before: RecordedSession | undefined,
) {
  const { players, archetypes } = asked;
  const group: GroupRequest =
    players === undefined && archetypes === undefined ? { ...before?.group } : { players, archetypes };
  return {
    ...group,
    story: asked.story ?? before?.story ?? "innsmouth",
    prompt: asked.prompt ?? before?.prompt ?? "baseline",
    narrator: asked.narrator ?? before?.narrator,
    playerModel: asked.playerModel ?? before?.playerModel,
    playerModels: Object.fromEntries(
      (before?.players ?? []).map(({ archetype, model }) => [archetype, model]),
    ),
    classifier: asked.classifier ?? before?.classifier,
    observer: asked.observer ?? (asked.classifier === undefined ? before?.observer : undefined),
    judge: asked.judge ?? before?.judge,
    judgeCounts: asked.judge === undefined ? before?.judgeCounts : undefined,
    rubric: asked.rubric ?? before?.rubric,
    stopOn: asked.stopOn ?? before?.stopOn,
    maxTurns: asked.maxTurns ?? before?.maxTurns,
    budget: asked.budget,
  };
}

const groupIn = ({ players, archetypes }: GroupRequest): GroupRequest | undefined =>
  players === undefined && archetypes === undefined ? undefined : { players, archetypes };

/** What a recording keeps of a planned session, so that it can be planned again anywhere. */
const sessionInputs = (config: SessionConfig, group: GroupRequest | undefined): RecordedSession => ({
  story: config.storyGuide,
  prompt: { name: config.prompt, text: config.systemPrompt },
  guide: config.guideForm ?? "full",
  seed: config.seed,
  group,
  narrator: portableName(config.narratorModel),
  playerModel: config.playerModel,
  players: config.group.players.map(({ archetype, model }) => ({ archetype, model })),
  classifier: config.classifierModel,
  observer: config.observerModel,
  judge: config.judgeModel ?? "none",
  judgeCounts: config.judgeCounts,
  rubric: config.judgeRubric,
  stopOn: config.stopOn,
  maxTurns: config.maxTurns,
});
