/** Judges a stored session in a run of its own inside the session's folder, and keeps the verdict beside it. */
import { join } from "node:path";
import type { Note, Rubric } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import { localPriceNotes, type ResolvedModel } from "../../kernel/models/index.ts";
import { JOURNAL_FILE, type Harness } from "../../kernel/run/index.ts";
import { exists, namesIn } from "../../kernel/store/index.ts";
import type { SessionState } from "../session/index.ts";
import { statesOf, type Calibrations } from "./calibration/calibration-store.ts";
import { askedKey, judgeSession, type JudgeOptions } from "./judge-session.ts";
import { transcriptHash, transcriptOf, type Line } from "./judged-transcript.ts";
import { isVoid, keyName, readVerdicts, saveVerdict, type StoredVerdict } from "./verdict-store.ts";

export type JudgeStoredOptions = Pick<JudgeOptions, "windowTokens" | "signal" | "onWindow"> & {
  dir: string;
  /** The question's name in recordings; by default the session's id and the replicate. */
  session?: string;
  state: SessionState;
  model: ResolvedModel;
  rubric: Rubric;
  calibrations: Calibrations;
  /** Shared with other judgements; otherwise from the settings. */
  budget?: Budget;
  /** Ask again even if this judge has judged this transcript. */
  again?: boolean;
};

export type Judged = StoredVerdict & {
  /** The verdict was already stored, and no call was made. */
  wasThere: boolean;
  notes: Note[];
};

export async function judgeStored(
  harness: Harness,
  { dir, session, state, model, rubric, calibrations, budget, again = false, ...options }: JudgeStoredOptions,
): Promise<Judged> {
  const lines = transcriptOf(state);
  const transcript = transcriptHash(lines);
  const asked = askedKey({ model, rubric, windowTokens: options.windowTokens });
  const earlier = readVerdicts(dir).filter(
    ({ verdict }) =>
      verdict.transcript === transcript &&
      verdict.judge.label === model.label &&
      verdict.key.rubric === asked.rubric &&
      verdict.key.prompt === asked.prompt,
  );
  // A verdict without any usable answer counts as not asked.
  const answered = earlier.findLast(({ verdict }) => !isVoid(verdict));
  if (answered && !again) return { ...answered, wasThere: true, notes: [] };
  harness.requireReady([{ role: "judge", model }], budget?.cap);
  const replicate =
    earlier.length === 0 ? 0 : Math.max(...earlier.map(({ verdict }) => verdict.replicate)) + 1;
  const { made, notes } = await inRunOfItsOwn(harness, {
    dir,
    session: session ?? `${state.sessionId}/judge/${replicate}`,
    lines,
    replicate,
    model,
    rubric,
    budget,
    state,
    ...options,
  });
  const verdict = { ...made, calibration: statesOf(calibrations, made.key, rubric) };
  return { ...(await saveVerdict(dir, verdict)), wasThere: false, notes };
}

export type RunOptions = Omit<JudgeOptions, "gateway" | "clock" | "lines"> & {
  dir: string;
  /** The question's name in recordings. */
  session: string;
  lines: readonly Line[];
  budget?: Budget;
};

const FOLDER = "judging";

export function judgingJournals(dir: string): string[] {
  const folder = join(dir, FOLDER);
  return namesIn(folder)
    .map((name) => join(folder, name, JOURNAL_FILE))
    .filter(exists);
}

export const runFolder = ({
  dir,
  replicate = 0,
  lines,
  ...asked
}: Pick<RunOptions, "dir" | "replicate" | "lines" | "model" | "rubric" | "windowTokens">): string =>
  join(
    dir,
    FOLDER,
    [keyName(askedKey(asked)), transcriptHash(lines), ...(replicate === 0 ? [] : [replicate])].join("-"),
  );

/** The same question resumes in the same folder: existing answers are reused. */
export async function inRunOfItsOwn(
  harness: Harness,
  { dir, session, budget, ...options }: RunOptions,
): Promise<{ made: Awaited<ReturnType<typeof judgeSession>>; notes: Note[] }> {
  const run = await harness.openRun(runFolder({ dir, ...options }), { budget, session });
  try {
    return {
      made: await judgeSession({ gateway: run.gateway, clock: harness.clock, ...options }),
      notes: [...run.notes, ...localPriceNotes([options.model])],
    };
  } finally {
    await run.close();
  }
}
