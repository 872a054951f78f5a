/** Judges a stored session in a run of its own inside the session's folder, and keeps the verdict beside it. */
import { join } from "node:path";
import type { Note } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import { localPriceNotes } from "../../kernel/models/index.ts";
import { JOURNAL_FILE, type Harness } from "../../kernel/run/index.ts";
import { exists, namesIn } from "../../kernel/store/index.ts";
import { askedKey } from "./judge-prompt.ts";
import { judgeSession, type JudgeOptions } from "./judge-session.ts";
import { transcriptHash, transcriptOf } from "./judged-transcript.ts";
import { isVoid, keyName, saveVerdict, type StoredVerdict, storedOn } from "./verdict-store.ts";

type Question = Pick<JudgeOptions, "model" | "state" | "rubric">;

export type JudgeStoredOptions = Question &
  Pick<JudgeOptions, "signal"> & {
    dir: string;
    /** The question's name in recordings. By default the session's id and the replicate. */
    session?: string;
    /** Shared with other judgements; otherwise from the settings. */
    budget?: Budget;
  };

export type Judged = StoredVerdict & {
  /** The verdict was already stored, and no call was made. */
  wasThere: boolean;
  notes: Note[];
};

const FOLDER = "judging";

/** What this judge has said of the session as it is now. */
function earlierBy(dir: string, { state, model, rubric }: Question): StoredVerdict[] {
  const asked = askedKey(model, rubric);
  return storedOn(state, dir).filter(
    ({ verdict }) =>
      verdict.judge.label === model.label &&
      verdict.key.rubric === asked.rubric &&
      verdict.key.prompt === asked.prompt,
  );
}

/** A verdict without any usable answer counts as not asked. */
const answerIn = (earlier: readonly StoredVerdict[]): StoredVerdict | undefined =>
  earlier.findLast(({ verdict }) => !isVoid(verdict));

/** Judging it again calls no model. */
export const isJudged = (dir: string, question: Question): boolean =>
  answerIn(earlierBy(dir, question)) !== undefined;

/** The same question resumes in the same folder: existing answers are reused. */
export async function judgeStored(
  harness: Harness,
  { dir, budget, ...options }: JudgeStoredOptions,
): Promise<Judged> {
  const { state, model, rubric } = options;
  const earlier = earlierBy(dir, options);
  const answered = answerIn(earlier);
  if (answered) return { ...answered, wasThere: true, notes: [] };
  harness.requireReady([{ role: "judge", model }], budget?.cap);
  const replicate = Math.max(-1, ...earlier.map(({ verdict }) => verdict.replicate)) + 1;
  const session = options.session ?? `${state.sessionId}/judge/${replicate}`;
  const transcript = transcriptHash(transcriptOf(state));
  const name = [keyName(askedKey(model, rubric)), transcript, replicate || []].flat().join("-");
  const run = await harness.openRun(join(dir, FOLDER, name), { budget, session });
  try {
    const made = await judgeSession({ ...options, gateway: run.gateway, clock: harness.clock, replicate });
    const notes = [...run.notes, ...localPriceNotes([model])];
    return { ...(await saveVerdict(dir, made)), wasThere: false, notes };
  } finally {
    await run.close();
  }
}

export function judgingJournals(dir: string): string[] {
  const folder = join(dir, FOLDER);
  return namesIn(folder)
    .map((name) => join(folder, name, JOURNAL_FILE))
    .filter(exists);
}
