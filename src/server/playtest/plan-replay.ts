/** Checks what a page asks to replay, refuses it before a folder is made, and estimates its cost. */
import type {
  ArmChanges,
  ContentText,
  ReplayEstimate,
  ReplayRequest,
  SessionConfig,
} from "../../contract/index.ts";
import { relative } from "node:path";
import { wordsOf } from "../../operations/play/replays/ab-run.ts";
import { providers } from "../../kernel/models/index.ts";
import { problemsOf } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  abOutlook,
  armOfWish,
  branchState,
  contentNames,
  estimateCost,
  estimateMissing,
  loadCheckpoint,
  neededModels,
  planAb,
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
  changes: Omit<BranchChanges, "prompt" | "storyGuide"> & Pick<ArmChanges, "prompt" | "storyGuide">;
  /** Of the branch, before its first turn. */ state: SessionState;
  /** For everything together, in USD. */ cap: number | undefined;
};

const wrong = (field: string, message: string) => invalid([{ field, in: "body", message }]);

export function plannedReplay(
  harness: Harness,
  session: IndexedSession,
  request: ReplayRequest,
): PlannedReplay {
  const { turn, turns, budget, guide, seed, judge } = request;
  const own = turnsIn(session.dir);
  if (!own.includes(turn))
    throw wrong("turn", `this session has checkpoints for turns ${own[0]} to ${own.at(-1)}`);
  const models = modelsIn(request);
  requireListed(harness, { models: { ...models, judge } });
  const checkpoint = turnPath(session.dir, turn);
  const { state: parent } = loadCheckpoint(checkpoint);
  const caps = [budget, harness.settings.budget].filter((cap) => cap !== undefined);
  const cap = caps.length > 0 ? Math.min(...caps) : parent.config.budget;
  const changes = {
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
  return { checkpoint, changes, state, cap };
}

/** The changed text or narrator against the unchanged one. The other changes apply to both. */
export function plannedPairs(
  harness: Harness,
  session: IndexedSession,
  request: ReplayRequest,
): ReturnType<typeof planAb> & { checkpoints: string[] } {
  const { checkpoint, changes, cap } = plannedReplay(harness, session, request);
  const { prompt, storyGuide, guide, narrator, observer, playerModel, classifier, seed } = changes;
  const b = armOfWish({ prompt, storyGuide, guide, narrator });
  if ([prompt, storyGuide, guide, narrator].every((change) => change === undefined))
    throw wrong("times", "nothing is changed, so there is nothing to compare; play one branch");
  if (changes.judge !== undefined) throw wrong("judge", "pairs are compared by points lost, without a judge");
  const checkpoints = [checkpoint];
  const planned = planAb(harness, {
    checkpoints,
    a: armOfWish({}),
    b,
    observer,
    playerModel,
    classifier,
    seed,
    finding: request.finding,
    turns: request.finding === undefined ? request.turns : undefined,
    pairs: request.times,
    budget: cap,
  });
  return { ...planned, checkpoints };
}

const modelsIn = ({ narrator, playerModel, classifier, observer }: ReplayRequest) => ({
  narrator,
  playerModel,
  classifier,
  observer,
});

/** What `rehearse replay --dry-run` prints, for all branches together. */
export async function estimateReplay(
  harness: Harness,
  session: IndexedSession,
  request: ReplayRequest,
): Promise<ReplayEstimate> {
  const { checkpoint, state, cap } = plannedReplay(harness, session, request);
  const { notes, ...cost } =
    request.times > 1
      ? pairsCost(harness, session, request)
      : branchCost(harness, { checkpoint, state, request });
  const problems = await problemsOf(() => requireSession(harness, state.config, cap));
  return {
    ...cost,
    problems,
    unusable: unusable(harness, state.config, problems),
    command: replayCommand(harness, checkpoint, request),
    note: [
      ...notes,
      ...(cap !== undefined && cap < cost.high ? [`The budget of $${cap} stops it if it is spent.`] : []),
    ].join(" "),
  };
}

type ReplayCost = Pick<ReplayEstimate, "low" | "high" | "calls" | "unpriced"> & { notes: string[] };

function branchCost(
  { catalog }: Harness,
  { checkpoint, state, request }: { checkpoint: string; state: SessionState; request: ReplayRequest },
): ReplayCost {
  const each = estimateCost(state.config, catalog, { from: state, turns: request.turns });
  const missing = estimateMissing(state, catalog, readingsAt(checkpoint, state.config.observerModel));
  const { low, high } = each.turns;
  return {
    low: each.known.low + (missing?.known.low ?? 0),
    high: each.known.high + (missing?.known.high ?? 0),
    calls: each.calls.high + (missing?.calls.high ?? 0),
    unpriced: [...new Set(each.byRole.filter(({ usd }) => usd === null).map(({ model }) => model))],
    notes: [low === high ? `${counted(high, "turn")}.` : `${low} to ${high} turns.`, ...readFirst(missing)],
  };
}

function pairsCost(harness: Harness, session: IndexedSession, request: ReplayRequest): ReplayCost {
  const { plan, ...planned } = plannedPairs(harness, session, request);
  const { known, usd, atTurnLimit, missing, turns, power } = abOutlook(harness, plan, planned);
  return {
    ...known,
    calls: atTurnLimit.calls,
    unpriced: usd === null ? unpricedIn(harness, plan.pinned?.models) : [],
    notes: [
      `At most ${counted(plan.pairs, "pair")} of ${counted(turns, "turn")} each; fewer if it is decided.`,
      power,
      ...readFirst(missing),
    ],
  };
}

const readFirst = (missing: { turns: number } | undefined): string[] =>
  missing === undefined ? [] : [`${counted(missing.turns, "earlier turn")} must be read first, once.`];

export const unpricedIn = ({ catalog }: Harness, models: Readonly<Record<string, unknown>> = {}): string[] =>
  Object.keys(models).filter((name) => catalog.resolve(name).price === undefined);

function unusable(
  harness: Harness,
  config: SessionConfig,
  problems: ReplayEstimate["problems"],
): ReplayEstimate["unusable"] {
  const isSilent = problems.some(({ code }) => code === "unreachable");
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

/** Undefined: an edited text has no file yet, or pairs about a finding change what `ab` has no flag for. */
function replayCommand(
  harness: Harness,
  checkpoint: string,
  { session: _session, turn: _turn, finding, ...flags }: ReplayRequest,
): string | undefined {
  if (flags.promptText !== undefined || flags.storyGuideText !== undefined) return undefined;
  const file = relative(harness.workspace, checkpoint);
  if (finding === undefined) return commandOf(harness, "replay", { checkpoint: file, ...flags });
  const { prompt, narrator, storyGuide, guide, times: pairs, observer, budget, ...others } = flags;
  if ([others.playerModel, others.classifier, others.seed].some((change) => change !== undefined))
    return undefined;
  const b = [...wordsOf({ prompt, narrator, guide: storyGuide }), ...wordsOf({ guide })];
  return commandOf(harness, "ab", { checkpoint: file, b, finding, pairs, observer, budget });
}

function promptIn(
  { prompt, promptText }: ReplayRequest,
  before: SessionConfig,
  harness: Harness,
): ArmChanges["prompt"] {
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
): ArmChanges["storyGuide"] {
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
