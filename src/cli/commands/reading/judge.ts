/** Scores sessions with a model, and compares its scores with people's. */
import { basename } from "node:path";
import { shellWord } from "../../../config/started-by.ts";
import { createBudget } from "../../../kernel/budget/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import type { ResolvedModel } from "../../../kernel/models/index.ts";
import { noteLine } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  calibrateJudges,
  type Calibrations,
  CALIBRATIONS,
  chooseJudge,
  isVoid,
  judgeStored,
  type JudgeStoredOptions,
  lastResult,
  loadLatest,
  loadRubric,
  narratorOf,
  readCalibrations,
  refreshSession,
  stateOf,
} from "../../../playtest/index.ts";
import { defineCommand, type Io, terminalText, verdictText } from "../../frame/index.ts";
import { timeoutFlag } from "../flags/ci-flags.ts";
import { judgingText } from "../play/session-output.ts";
import { playtestHarness } from "../harness/playtest-harness.ts";
import { recordingFlags, sayRecording, startRecording, withRecordings } from "../flags/recording-flags.ts";
import { configAgain, largerBudget } from "../harness/resume-hint.ts";
import { budgetFlag, configFrom, settingsFlags } from "../flags/settings-flags.ts";
import { controlsText, type JudgedSession, scoresText, sessionText, unscoredText } from "./judge-text.ts";

export default defineCommand({
  name: "judge",
  summary: "Score sessions with a model, by a rubric",
  description:
    "Each score must be supported by a quote from the transcript. The judge is asked again for a score without one; after that the score counts as missing. Verdicts are stored in the session folder by judge, rubric and prompt; session.json and report.md show the newest one with scores. Without --judge, a model of another family than the narrator's is used if its key is set.\n\n" +
    "With --calibrate, each judge's scores are compared with those that people gave with `rehearse label`: does it order sessions as you do where you put them at least 2 points apart? If so, two controls have it score up to 10 altered transcripts; the cost is printed first. A usable judge counts in the score of new sessions, even if --judge does not name it.",
  args: { positionals: [{ name: "dir", help: "Session folders.", required: true, variadic: true }] },
  flags: {
    judge: {
      type: "string",
      value: "MODEL",
      help: "The judge: a name of `rehearse models`, or provider/model-id. auto: a model of another family than the narrator's.",
    },
    rubric: { type: "string", value: "FILE", help: "Your own rubric. Default: rubrics/default.json." },
    again: { type: "boolean", help: "Judge again, even if this judge has judged these turns." },
    budget: budgetFlag("The maximum cost of this command."),
    calibrate: { type: "boolean", help: "Does the judge order sessions as you do?" },
    controls: {
      type: "boolean",
      default: true,
      help: "With --calibrate: do not try the controls, which call the judge.",
    },
    calibrations: {
      type: "string",
      value: "DIR",
      default: CALIBRATIONS,
      help: "The folder of calibrations.",
    },
    ...settingsFlags,
    ...recordingFlags,
    ...timeoutFlag,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse judge sessions/abc123 --judge opus-4.5", does: "Score one session." },
    { command: "rehearse judge sessions/* --budget 2", does: "Score all sessions, for at most two dollars." },
    { command: "rehearse judge --calibrate sessions/*", does: "Can the judge be trusted?" },
    {
      command: "rehearse judge --calibrate sessions/* --no-controls",
      does: "The same, without calling a model.",
    },
  ],
  async run({ flags, positionals: dirs, io, signal }) {
    refuseIdle(flags);
    const harness = playtestHarness(
      withRecordings(await configFrom(flags), flags, { command: "judge" }),
      io,
      signal,
    );
    const rubric = loadRubric(flags.rubric);
    const cap = flags.budget ?? harness.settings.budget;
    const budget = cap === undefined ? undefined : createBudget({ cap });
    try {
      const recorded = harness.recordings.manifest?.inputs["judge"];
      const asked = flags.judge ?? (typeof recorded === "string" ? recorded : undefined);
      const record = (models: readonly ResolvedModel[]) =>
        startRecording(harness, flags, {
          command: "judge",
          inputs: () => ({
            sessions: dirs.map((dir) => basename(dir)),
            judge: asked,
            rubric,
            calibrate: flags.calibrate,
          }),
          models: harness.pin(models).models,
        });
      if (flags.calibrate) {
        await record([]);
        const calibrations = await calibrateJudges(harness, {
          dirs,
          rubric,
          judge: asked,
          folder: flags.calibrations,
          controls: flags.controls,
          budget,
          signal,
          onControls: (plan) => io.say(terminalText(controlsText(plan))),
        });
        sayRecording(io, harness, flags);
        if (flags.json) return io.json({ calibrations });
        return io.out(calibrations.map(({ verdict }) => verdictText(verdict, io)).join("\n\n"));
      }
      const calibrations = readCalibrations(flags.calibrations);
      // All are read before the first call, so that a wrong path does not surface after an hour.
      const sessions = dirs.map((dir) => ({ dir, ...loadLatest(dir) }));
      // Scores are written into session.json at the end. One of another version is refused before the first call.
      for (const dir of dirs) lastResult(dir);
      await record(sessions.map(({ state }) => chooseJudge(harness, { asked, narrator: narratorOf(state) })));
      const { judged, stopped } = await judgeAll(harness, {
        sessions,
        rubric,
        calibrations,
        budget,
        again: flags.again,
        asked,
        io,
        signal,
      });
      sayRecording(io, harness, flags);
      // With nothing to show, only the error is printed.
      if (stopped && judged.length === 0 && stopped.exit === 2) throw stopped;
      if (flags.json)
        io.json({
          verdicts: judged.map(({ dir, path, verdict, wasThere, session }) => ({
            dir,
            path,
            wasThere,
            ...(session && { session: { overall: session.overall, judged: session.judged } }),
            ...verdict,
            calibration: stateOf(calibrations, verdict.key),
          })),
        });
      else if (judged.length > 0)
        io.out(
          terminalText(
            judged.map((each) => `${scoresText(each, calibrations)}\n${sessionText(each)}`).join("\n\n"),
          ),
        );
      for (const each of judged) {
        const unscored = unscoredText(each);
        if (unscored !== undefined) io.warn(terminalText(unscored));
      }
      // Paid for, but without scores: a script must not take that for a verdict.
      if (!stopped) return judged.some(({ verdict }) => isVoid(verdict)) ? 3 : 0;
      const rest = [
        ...sessions.slice(judged.length).map(({ dir }) => dir),
        ...(flags.judge === undefined ? [] : ["--judge", flags.judge]),
        ...(flags.rubric === undefined ? [] : ["--rubric", flags.rubric]),
        ...(flags.again ? ["--again"] : []),
        ...(flags.calibrations === CALIBRATIONS ? [] : ["--calibrations", flags.calibrations]),
      ];
      // Each command has its own budget: earlier spending does not count.
      const more = cap === undefined ? "" : ` --budget ${stopped.exit === 4 ? largerBudget(cap, 0) : cap}`;
      io.warn(
        terminalText(
          [
            stopped.message,
            ...(stopped.exit === 130 ? [] : [stopped.remedy]),
            `Answers so far are saved. Resume with: ${io.command(`judge ${rest.map(shellWord).join(" ")}`)}${configAgain(harness)}${more}`,
          ].join("\n"),
        ),
      );
      return stopped.exit;
    } finally {
      await harness.close();
    }
  },
});

/** Refuses flags that would have no effect. */
function refuseIdle({
  calibrate,
  again,
  controls,
}: {
  calibrate?: boolean;
  again?: boolean;
  controls: boolean;
}) {
  const idle = calibrate ? again && "--again" : !controls && "--no-controls";
  if (!idle) return;
  throw new HarnessError({
    code: "bad-combination",
    message: `${idle} does nothing ${calibrate ? "with" : "without"} --calibrate.`,
    remedy: calibrate
      ? "Judge again first, then calibrate: the newest verdict with scores counts."
      : `Add --calibrate, or remove ${idle}.`,
  });
}

type AllOptions = Pick<JudgeStoredOptions, "rubric" | "budget" | "again" | "signal"> & {
  calibrations: Calibrations;
  sessions: ReadonlyArray<Pick<JudgeStoredOptions, "dir" | "state">>;
  asked: string | undefined;
  io: Io;
};

async function judgeAll(
  harness: Harness,
  { sessions, asked, io, calibrations, ...options }: AllOptions,
): Promise<{ judged: JudgedSession[]; stopped?: HarnessError }> {
  const judged: JudgedSession[] = [];
  for (const { dir, state } of sessions) {
    const progress = io.progress(state.sessionId);
    try {
      const model = chooseJudge(harness, { asked, narrator: narratorOf(state) });
      const each = await judgeStored(harness, {
        ...options,
        dir,
        session: `${state.sessionId}/judge`,
        state,
        model,
        onWindow: (at) => progress.show(judgingText(at)),
      });
      for (const note of each.notes) io.warn(terminalText(noteLine(note)));
      judged.push({ ...each, dir, session: await refreshSession(harness, dir, { calibrations }) });
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      return { judged, stopped: error };
    } finally {
      progress.done();
    }
  }
  return { judged };
}
