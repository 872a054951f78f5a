/** Scores sessions with a model, and compares its scores with people's. */
import { basename } from "node:path";
import { z } from "zod";
import type { JudgedSession, JudgeResult, Rubric } from "../../../contract/index.ts";
import { type Budget, createBudget } from "../../../kernel/budget/index.ts";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import type { ResolvedModel } from "../../../kernel/models/index.ts";
import { counted, noteLine } from "../../../kernel/report/index.ts";
import {
  calibrateJudges,
  type Calibrations,
  CALIBRATIONS,
  chooseJudge,
  type ControlPlan,
  isVoid,
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
import type { Context, Ran } from "../../declaration.ts";
import { operation } from "../../operation.ts";
import { flag, folder, modelOptions, path, runOptions } from "../../options.ts";
import { rubricRef } from "../content-refs.ts";
import { judgedVerdict, unscoredText } from "./judged-verdict.ts";

const input = z.strictObject({
  dir: z.array(path()).min(1).meta({ description: "Session folders.", value: "DIR" }),
  judge: modelOptions.judge.meta({
    description: "The judge. auto: a model of another family than the narrator's.",
    value: "MODEL",
  }),
  rubric: rubricRef,
  again: flag("Judge again what this judge has judged."),
  calibrate: flag("Does the judge order sessions as people do?"),
  controls: z
    .boolean()
    .default(true)
    .meta({ description: `With ${optionText("calibrate")}: skip the controls, which call the judge.` }),
  calibrations: folder("The folder of calibrations.").default(CALIBRATIONS),
  ...runOptions,
});

type Input = z.output<typeof input>;
type Session = { dir: string; state: SessionState; model: ResolvedModel };
type Plan = Pick<Input, "dir" | "controls" | "calibrations"> & {
  rubric: Rubric;
  judge: string | undefined;
  again: boolean | undefined;
  calibrate: boolean | undefined;
  sessions: Session[];
  budget: Budget | undefined;
};

export default operation({
  name: "judge",
  surfaces: ["http"],
  description:
    "Each score must be supported by a quote from the transcript. The judge is asked again for a score without one; after that the score counts as missing. Verdicts are stored in the session folder by judge, rubric and prompt; session.json and report.md show the newest one with scores. Without --judge, a model of another family than the narrator's is used if its key is set.\n\n" +
    "With --calibrate, each judge's scores are compared with those that people gave with `rehearse judge label`: does it order sessions as they do where they put them at least 2 points apart? If so, two controls have it score up to 10 altered transcripts; the cost is printed first. A usable judge counts in the score of new sessions, even if --judge does not name it.",
  input,
  arguments: ["dir"],
  examples: [
    { input: { dir: ["sessions/abc123"], judge: "opus-4.5" }, says: "Score one session." },
    {
      input: { dir: ["sessions/abc123", "sessions/def456"], budget: 2 },
      says: "Score two sessions, for at most two dollars.",
    },
    {
      input: { dir: ["sessions/abc123", "sessions/def456"], calibrate: true },
      says: "Can the judge be trusted?",
    },
    {
      input: { dir: ["sessions/abc123", "sessions/def456"], calibrate: true, controls: false },
      says: "The same, without calling a model.",
    },
  ],
  plan,
  run: (plan, context) => (plan.calibrate ? calibrate(plan, context) : judgeAll(plan, context)),
  show: ({ verdicts, calibrations }) => (verdicts ?? calibrations ?? []).map(({ verdict }) => verdict),
});

function plan({ dir, rubric, budget: _cap, ...asked }: Input, { harness }: Context): Plan {
  refuseIdle(asked);
  const recorded = harness.recordings.manifest?.inputs["judge"];
  const judge = asked.judge ?? (typeof recorded === "string" ? recorded : undefined);
  const { budget: cap } = harness.settings;
  return {
    dir,
    judge,
    rubric: typeof rubric === "object" ? rubric : about("rubric", () => loadRubric(rubric)),
    again: asked.again,
    calibrate: asked.calibrate,
    controls: asked.controls,
    calibrations: asked.calibrations,
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

/** Refuses options that would have no effect. */
function refuseIdle({ calibrate, again, controls }: Pick<Input, "calibrate" | "again" | "controls">) {
  const idle = calibrate
    ? again && { option: "again", text: optionText("again") }
    : !controls && { option: "controls", text: optionText("controls", false) };
  if (!idle) return;
  throw new HarnessError({
    code: "bad-combination",
    option: idle.option,
    message: `${idle.text} does nothing ${calibrate ? "with" : "without"} ${optionText("calibrate")}.`,
    remedy: calibrate
      ? "Judge again first, then calibrate: the newest verdict with scores counts."
      : `Add ${optionText("calibrate")}, or remove ${idle.text}.`,
  });
}

const recordedInputs = ({ dir, judge, rubric, calibrate }: Plan) => ({
  sessions: dir.map((each) => basename(each)),
  judge,
  rubric,
  calibrate: calibrate ?? false,
});

async function calibrate(plan: Plan, { harness, signal, on, record }: Context): Promise<Ran<JudgeResult>> {
  await record({ inputs: recordedInputs(plan) });
  const calibrations = await calibrateJudges(harness, {
    dirs: plan.dir,
    rubric: plan.rubric,
    judge: plan.judge,
    folder: plan.calibrations,
    controls: plan.controls,
    budget: plan.budget,
    signal,
    onControls: (controls) => on({ type: "note", text: controlsText(controls) }),
  });
  return { result: { calibrations } };
}

function controlsText({ judge, judgings, usd }: ControlPlan): string {
  const price = usd === null ? "at an unknown price" : `about $${usd.toFixed(4)}`;
  return `The controls ask ${judge} for ${counted(judgings, "judging")}, ${price} (${optionText("controls", false)} skips them).`;
}

async function judgeAll(plan: Plan, context: Context): Promise<Ran<JudgeResult>> {
  const { harness, on, record } = context;
  const { sessions } = plan;
  await record({
    inputs: recordedInputs(plan),
    models: harness.pin(sessions.map(({ model }) => model)).models,
  });
  const calibrations = readCalibrations(plan.calibrations);
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
      const unscored = unscoredText(judged);
      if (unscored !== undefined) on({ type: "note", level: "warning", text: unscored });
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
  const { rubric, again, budget } = plan;
  const { verdict, path, wasThere, notes } = await judgeStored(harness, {
    dir,
    state,
    model,
    rubric,
    again,
    budget,
    signal,
    session: `${state.sessionId}/judge`,
    onWindow: ({ done, of, cost }) =>
      on({
        type: "step",
        text: `${state.sessionId}, judging, window ${Math.min(done + 1, of)} of ${of}, $${cost.toFixed(4)}`,
      }),
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
  return { ...judged, verdict: judgedVerdict(judged, session) };
}
