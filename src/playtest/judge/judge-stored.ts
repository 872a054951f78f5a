/** Judges a stored session in a run of its own inside the session's folder, and keeps the verdict beside it. */
import { join } from "node:path";
import type { JudgeVerdict, Note } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import { localPriceNotes } from "../../kernel/models/index.ts";
import { JOURNAL_FILE, type Harness } from "../../kernel/run/index.ts";
import { exists, namesIn } from "../../kernel/store/index.ts";
import { askedKey } from "./judge-prompt.ts";
import { judgeSession, type JudgeOptions } from "./judge-session.ts";
import { transcriptHash, transcriptOf, type Line } from "./judged-transcript.ts";
import { isVoid, keyName, readVerdicts, saveVerdict, type StoredVerdict } from "./verdict-store.ts";

export type RunOptions = Omit<JudgeOptions, "gateway" | "clock" | "lines"> & {
  dir: string;
  /** The question's name in recordings. */
  session: string;
  lines: readonly Line[];
  /** Shared with other judgements; otherwise from the settings. */
  budget?: Budget;
};

export type JudgeStoredOptions = Omit<RunOptions, "session" | "lines" | "replicate" | "windowTokens"> & {
  /** By default the session's id and the replicate. */
  session?: string;
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
  { again = false, ...options }: JudgeStoredOptions,
): Promise<Judged> {
  const { dir, state, model, rubric, budget } = options;
  const lines = transcriptOf(state);
  const transcript = transcriptHash(lines);
  const asked = askedKey(model, rubric);
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
  const replicate = Math.max(-1, ...earlier.map(({ verdict }) => verdict.replicate)) + 1;
  const session = options.session ?? `${state.sessionId}/judge/${replicate}`;
  const { made, notes } = await inRunOfItsOwn(harness, { ...options, session, lines, replicate });
  return { ...(await saveVerdict(dir, made)), wasThere: false, notes };
}

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
  model,
  rubric,
}: Pick<RunOptions, "dir" | "replicate" | "lines" | "model" | "rubric">): string =>
  join(
    dir,
    FOLDER,
    [keyName(askedKey(model, rubric)), transcriptHash(lines), replicate || []].flat().join("-"),
  );

/** The same question resumes in the same folder: existing answers are reused. */
export async function inRunOfItsOwn(
  harness: Harness,
  { dir, session, budget, ...options }: RunOptions,
): Promise<{ made: JudgeVerdict; notes: Note[] }> {
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
