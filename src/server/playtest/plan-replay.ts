/** Checks what a page asks to replay, refuses it before a folder is made, and estimates its cost. */
import type {
  ContentText,
  JobView,
  ReplayEstimate,
  ReplayRequest,
  SessionConfig,
} from "../../contract/index.ts";
import { relative } from "node:path";
import { providers } from "../../kernel/models/index.ts";
import { problemsOf } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { FEWEST_PAIRS } from "../../kernel/stats/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  branchState,
  contentNames,
  estimateCost,
  estimateMissing,
  loadCheckpoint,
  neededModels,
  readingsAt,
  requireSession,
  turnPath,
  turnsIn,
  type BranchChanges,
  type ContentKind,
  type SessionState,
} from "../../playtest/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import { commandOf } from "../command-of.ts";
import { requireListed } from "../listed-names.ts";
import { createContent, guideFrom } from "../content/index.ts";
import { invalid } from "../problem.ts";
import type { IndexedSession } from "./session-index.ts";

type PlannedReplay = {
  checkpoint: string;
  turn: number;
  changes: BranchChanges;
  /** Of the first branch, before its first turn. */ state: SessionState;
  times: number;
  /** For all branches together, in USD. */ cap: number | undefined;
};

const wrong = (field: string, message: string) => invalid([{ field, in: "body", message }]);

export async function planReplay(
  harness: Harness,
  session: IndexedSession,
  request: ReplayRequest,
): Promise<PlannedReplay> {
  const planned = plannedReplay(harness, session, request);
  await requireSession(harness, planned.state.config, planned.cap);
  return planned;
}

function plannedReplay(harness: Harness, session: IndexedSession, request: ReplayRequest): PlannedReplay {
  const { turn, turns, times, budget, guide, seed, judge } = request;
  const own = turnsIn(session.dir);
  if (!own.includes(turn))
    throw wrong("turn", `this session has checkpoints for turns ${own[0]} to ${own.at(-1)}`);
  const models = modelsIn(request);
  requireListed(harness, { models: { ...models, judge } });
  const checkpoint = turnPath(session.dir, turn);
  const { state: parent } = loadCheckpoint(checkpoint);
  const caps = [budget, harness.settings.budget].filter((cap) => cap !== undefined);
  const cap = caps.length > 0 ? Math.min(...caps) : parent.config.budget;
  const changes: BranchChanges = {
    prompt: promptIn(request, parent.config, harness),
    storyGuide: guideIn(request, parent.config, harness),
    guide,
    ...models,
    judge,
    seed,
    turns,
    budget: cap,
  };
  const state = branchState({ harness, parent, changes, replicate: 0, sessionId: "planned" });
  return { checkpoint, turn, changes, state, times, cap };
}

const modelsIn = ({ narrator, playerModel, classifier, observer }: ReplayRequest) => ({
  narrator,
  playerModel,
  classifier,
  observer,
});

/** What a job of it changes, for a replay without the change. */
export const changedIn = (request: ReplayRequest): NonNullable<NonNullable<JobView["from"]>["changed"]> => ({
  text: [request.prompt, request.promptText, request.storyGuide, request.storyGuideText].some(
    (text) => text !== undefined,
  ),
  ...modelsIn(request),
});

/** What `rehearse replay --dry-run` prints, for all branches together. */
export async function estimateReplay(
  harness: Harness,
  session: IndexedSession,
  request: ReplayRequest,
): Promise<ReplayEstimate> {
  const { catalog } = harness;
  const { checkpoint, state, times, cap } = plannedReplay(harness, session, request);
  const { turns } = request;
  const readings = readingsAt(checkpoint, state.config.observerModel);
  const each = estimateCost(state.config, catalog, { from: state, turns });
  const missing = estimateMissing(state, catalog, readings);
  const sum = (end: "low" | "high", of: "known" | "calls") =>
    each[of][end] * times + (missing?.[of][end] ?? 0);
  const high = sum("high", "known");
  const problems = await problemsOf(() => requireSession(harness, state.config, cap));
  return {
    low: sum("low", "known"),
    high,
    calls: sum("high", "calls"),
    tokens:
      times * each.byRole.reduce((total, { tokens }) => total + tokens.input.high + tokens.output.high, 0),
    unpriced: [...new Set(each.byRole.filter(({ usd }) => usd === null).map(({ model }) => model))],
    problems,
    fewestPairs: FEWEST_PAIRS,
    unusable: unusable(harness, state.config, problems),
    ...(request.promptText === undefined &&
      request.storyGuideText === undefined && { command: replayCommand(harness, checkpoint, request) }),
    ...notesOf([
      each.turns.low === each.turns.high
        ? `${counted(each.turns.high, "turn")} in each branch.`
        : `${each.turns.low} to ${each.turns.high} turns in each branch.`,
      missing && `${counted(missing.turns, "earlier turn")} must be read first, once for all branches.`,
      cap !== undefined && cap < high && `The budget of $${cap} stops the branches if it is spent.`,
    ]),
  };
}

function unusable(
  harness: Harness,
  config: SessionConfig,
  problems: ReplayEstimate["problems"],
): ReplayEstimate["unusable"] {
  const isSilent = problems.some(({ code }) => code === "outside-unreachable");
  const roles = new Set(
    neededModels(config, harness)
      .filter(({ model: { provider } }) =>
        provider === "local"
          ? isSilent
          : providers[provider].key !== undefined && !harness.keys.includes(provider),
      )
      .map(({ role }) => role),
  );
  return (["narrator", "player", "classifier", "observer"] as const).filter((role) => roles.has(role));
}

/** The budget of a command is each branch's own, so that it is left out for several. */
const replayCommand = (
  harness: Harness,
  checkpoint: string,
  { session: _session, turn: _turn, budget, ...flags }: ReplayRequest,
): string =>
  commandOf(harness, "replay", {
    checkpoint: relative(harness.workspace, checkpoint),
    ...flags,
    budget: flags.times === 1 ? budget : undefined,
  });

const notesOf = (notes: ReadonlyArray<string | false | undefined>): { note?: string } => {
  const told = notes.filter(Boolean);
  return told.length > 0 ? { note: told.join(" ") } : {};
};

function promptIn(
  { prompt, promptText }: ReplayRequest,
  before: SessionConfig,
  harness: Harness,
): BranchChanges["prompt"] {
  const read = listed("prompt", "prompt", prompt, harness);
  if (promptText !== undefined) {
    refuseNul("promptText", promptText);
    if (promptText === before.systemPrompt) return undefined;
    const name = prompt ?? before.prompt;
    return { name: name.endsWith(EDITED) ? name : `${name}${EDITED}`, text: withoutSecrets(promptText) };
  }
  const text = read?.text.trim();
  if (text === "") throw wrong("prompt", "this prompt is empty");
  return text === undefined ? undefined : { name: prompt!, text };
}

const EDITED = " (edited)";

/** As saving does. */
function refuseNul(field: string, text: string): void {
  if (text.includes("\0")) throw wrong(field, "a text cannot contain NUL characters");
}

function guideIn(
  { storyGuide, storyGuideText }: ReplayRequest,
  before: SessionConfig,
  harness: Harness,
): BranchChanges["storyGuide"] {
  const read = listed("story", "storyGuide", storyGuide, harness);
  if (storyGuideText !== undefined) {
    refuseNul("storyGuideText", storyGuideText);
    return guideFrom({ name: storyGuide ?? before.story, text: storyGuideText, field: "storyGuideText" });
  }
  return read && guideFrom({ ...read, field: "storyGuide" });
}

/** Listed names only: elsewhere a name may be a path, and HTTP must not read files. */
function listed(
  kind: ContentKind,
  field: string,
  name: string | undefined,
  harness: Harness,
): ContentText | undefined {
  if (name === undefined) return undefined;
  if (!contentNames(kind, harness.workspace).includes(name))
    throw wrong(field, `unknown ${field}; GET /api/choices lists all, ${field}Text takes any text`);
  return createContent(harness).read(kind, name);
}
