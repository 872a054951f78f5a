/** Scores sessions with a model, and compares its scores with people's. */
import { basename } from "node:path";
import { z } from "zod";
import type { JudgedSession, JudgeResult, Rubric } from "../../../contract/index.ts";
import { type Budget, createBudget } from "../../../kernel/budget/index.ts";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import type { ResolvedModel } from "../../../kernel/models/index.ts";
import { noteLine } from "../../../kernel/report/index.ts";
import {
  calibrateJudges,
  type Calibrations,
  CALIBRATIONS,
  chooseJudge,
  estimateJudging,
  hasScores,
  isJudged,
  isVoid,
  judgedVerdict,
  judgeStored,
  largerBudget,
  lastResult,
  loadLatest,
  loadRubric,
  narratorOf,
  readCalibrations,
  refreshSession,
  type SessionState,
  stateOf,
} from "../../../playtest/index.ts";
import { type Context, type Preview, type Ran, operation } from "../../declaration.ts";
import { dryRunVerdict } from "../../dry-run.ts";
import { flag, modelOptions, path, runOptions } from "../../options.ts";
import { rubricRef } from "../content-refs.ts";

const input = z.strictObject({
  dir: z.array(path()).min(1).meta({ description: "Session folders.", value: "DIR" }),
  judge: modelOptions.judge.meta({
    description: "The judge. auto: a model from a different family than the narrator's.",
    value: "MODEL",
  }),
  rubric: rubricRef,
  calibrate: flag("Check whether the judge ranks sessions as people do."),
  ...runOptions,
});

/** Characters of a reason. The verdict's file has all of it. */
const LONGEST_REASON = 100;

type Input = z.output<typeof input>;
type Session = { dir: string; state: SessionState; model: ResolvedModel };
type Plan = Pick<Input, "dir"> & {
  rubric: Rubric;
  judge: string | undefined;
  calibrate: boolean | undefined;
  sessions: Session[];
  budget: Budget | undefined;
};

export default operation({
  name: "judge",
  surfaces: ["http"],
  description:
    "Each score must be supported by a quote from the transcript. " +
    "The judge is asked again for a score without one; after that the score counts as missing. " +
    "Verdicts are stored in the session folder by judge, rubric and prompt; " +
    "session.json and report.md show the newest one with scores. " +
    "Without --judge, a model from a different family than the narrator's is used if its key is set.\n\n" +
    "With --calibrate, each judge's scores are compared with those that people gave with `rehearse judge label`: " +
    "does it rank sessions as people do, where people put them at least 2 points apart? No model is called. " +
    "A usable judge counts in the score of new sessions, even if --judge does not name it.",
  input,
  arguments: ["dir"],
  examples: [
    { input: { dir: ["sessions/abc123"], judge: "opus-4.5" }, says: "Score one session." },
    {
      input: { dir: ["sessions/abc123", "sessions/def456"], calibrate: true },
      says: "Can the judge be trusted?",
    },
  ],
  plan,
  ready(planned, { harness }) {
    for (const { model } of toJudge(planned))
      harness.requireReady([{ role: "judge", model }], planned.budget?.cap);
  },
  preview,
  run: (plan, context) => (plan.calibrate ? calibrate(plan, context) : judgeAll(plan, context)),
  show: ({ verdicts, calibrations }) => (verdicts ?? calibrations ?? []).map(({ verdict }) => verdict),
});

function plan({ dir, rubric, budget: _cap, ...asked }: Input, { harness }: Context): Plan {
  const recorded = harness.recordings.manifest?.inputs["judge"];
  const judge = asked.judge ?? (typeof recorded === "string" ? recorded : undefined);
  const { budget: cap } = harness.settings;
  return {
    dir,
    judge,
    rubric: typeof rubric === "object" ? rubric : about("rubric", () => loadRubric(rubric)),
    calibrate: asked.calibrate,
    // All are read before the first call, so that a wrong path does not surface after an hour.
    sessions: asked.calibrate ? [] : dir.map((each) => planned(each)),
    budget: cap === undefined ? undefined : createBudget({ cap }),
  };

  function planned(each: string): Session {
    const { state } = about("dir", () => loadLatest(each));
    // Scores are written into session.json at the end. One of another version is refused before the first call.
    lastResult(each);
    return {
      dir: each,
      state,
      model: chooseJudge(harness, { asked: judge, narrator: narratorOf(state) }),
    };
  }
}

/** Those that a model is called for. */
const toJudge = ({ sessions, rubric }: Plan): Session[] =>
  sessions.filter(({ dir, state, model }) => !isJudged(dir, { state, model, rubric }));

function preview(planned: Plan, { harness }: Context): Preview {
  const { rubric, budget } = planned;
  const sessions = toJudge(planned);
  const estimates = sessions.map(({ state: { config, ...state }, model }) =>
    estimateJudging(
      { ...state, config: { ...config, judgeModel: model.name, judgeRubric: rubric } },
      harness.catalog,
    ),
  );
  const sum = (of: (estimate: (typeof estimates)[number]) => number) =>
    estimates.reduce((total, estimate) => total + of(estimate), 0);
  const known = { low: sum((each) => each.known.low), high: sum((each) => each.known.high) };
  const calls = { low: sum((each) => each.calls.low), high: sum((each) => each.calls.high) };
  const total = estimates.every((each) => each.total !== null) ? known : null;
  const judges = [...new Set(sessions.map(({ model }) => model.label))];
  return {
    shown: [
      dryRunVerdict({
        cost: { known, total },
        calls,
        budget: budget?.cap,
        facts: [
          { label: "Sessions", value: sessions.length },
          { label: "Judge", value: judges.join(", ") || "none is called" },
          { label: "Rubric", value: rubric.name },
        ],
      }),
    ],
    data: { sessions: sessions.map(({ dir }) => dir), judges, calls, known, total, budget: budget?.cap },
  };
}

const recordedInputs = ({ dir, judge, rubric, calibrate }: Plan) => ({
  sessions: dir.map((each) => basename(each)),
  judge,
  rubric,
  calibrate: calibrate ?? false,
});

async function calibrate(plan: Plan, { harness, record }: Context): Promise<Ran<JudgeResult>> {
  await record({ inputs: recordedInputs(plan) });
  const calibrations = await calibrateJudges(harness, {
    dirs: plan.dir,
    judge: plan.judge,
  });
  return { result: { calibrations } };
}

async function judgeAll(plan: Plan, context: Context): Promise<Ran<JudgeResult>> {
  const { harness, on, record } = context;
  const { sessions } = plan;
  await record({
    inputs: recordedInputs(plan),
    models: harness.pin(sessions.map(({ model }) => model)).models,
  });
  const calibrations = readCalibrations(CALIBRATIONS);
  const verdicts: JudgedSession[] = [];
  const ran = (stopped?: HarnessError): Ran<JudgeResult> => ({
    result: { verdicts },
    stopped,
    resume: { budget: stopped?.exit === 4 ? largerBudget(harness.settings.budget, 0) : undefined },
    // Paid for, but without scores: a script must not take that for a verdict.
    exit: verdicts.some(isVoid) ? 3 : undefined,
    hints: stopped && [
      `Not judged: ${sessions
        .slice(verdicts.length)
        .map(({ dir }) => dir)
        .join(", ")}.`,
    ],
  });
  for (const session of sessions)
    try {
      const judged = await judgeOne(session, { plan, calibrations, context });
      verdicts.push(judged);
      on({ type: "progress", done: verdicts.length, of: sessions.length, text: judged.verdict.headline });
      if (!hasScores(judged))
        on({
          type: "note",
          level: "warning",
          text:
            `${judged.dir}: ${judged.key.model} gave NO SCORE. ` +
            `The same command asks it again; ${optionText("judge", "MODEL")} asks another model.`,
        });
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      // With nothing to show, only the error is printed.
      if (verdicts.length === 0 && error.exit === 2) throw error;
      return ran(error);
    }
  return ran();
}

async function judgeOne(
  { dir, state, model }: Session,
  { plan, calibrations, context }: { plan: Plan; calibrations: Calibrations; context: Context },
): Promise<JudgedSession> {
  const { harness, signal, on } = context;
  const { rubric, budget } = plan;
  on({ type: "step", text: `${state.sessionId}, judging` });
  const { verdict, path, wasThere, notes } = await judgeStored(harness, {
    dir,
    state,
    model,
    rubric,
    budget,
    signal,
    session: `${state.sessionId}/judge`,
  });
  for (const note of notes) on({ type: "note", level: "warning", text: noteLine(note) });
  const session = await refreshSession(harness, dir, { calibrations });
  const judged = {
    ...verdict,
    dir,
    path,
    wasThere,
    session: session && { overall: session.overall, judged: session.judged },
    calibration: stateOf(calibrations, verdict.key),
  };
  const shown = judgedVerdict(judged, {
    calibration: judged.calibration,
    stored: [
      {
        label: "Session",
        value: session?.overall ?? null,
        unit: "of 100",
        note: session ? undefined : "in use",
      },
      { label: "Verdict", value: path, note: wasThere ? "already judged: nothing was called" : undefined },
    ],
    longest: LONGEST_REASON,
  });
  return { ...judged, verdict: { ...shown, headline: `${dir}: ${shown.headline}` } };
}
