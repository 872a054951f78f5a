/** Judges a played session through a vendor's own package, over loopback. */
import { type SettingsInput } from "../../../src/contract/index.ts";
import {
  judgeSession,
  judgeStored,
  loadRubric,
  type Judged,
  type JudgeOptions,
  type JudgeStoredOptions,
  type SessionState,
} from "../../../src/playtest/index.ts";
import { openCourt, type Asked, type Court, type Said } from "../../support/model-servers/judge-server.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

export const rubric = loadRubric();
export const played: { dir: string; state: SessionState } = await houseSession({ seed: 4 });

type JudgingOptions = Partial<Omit<JudgeStoredOptions, "model">> & {
  judge?: string;
  settings?: SettingsInput;
};

export async function judge(
  court: Court,
  { judge: name = "deepseek-r2", settings, ...options }: JudgingOptions = {},
): Promise<Judged & { dir: string }> {
  const harness = court.harness(settings);
  const dir = options.dir ?? emptyFolder();
  return {
    ...(await judgeStored(harness, {
      dir,
      state: played.state,
      rubric,
      model: harness.catalog.resolve(name),
      ...options,
    })),
    dir,
  };
}

/** Judges with a court of this answer. */
export async function judgedBy(
  answer: (asked: Asked) => Said | Promise<Said>,
  options: JudgingOptions = {},
): Promise<Judged & { dir: string; asked: Asked[] }> {
  await using court = await openCourt(answer);
  return { ...(await judge(court, options)), asked: court.asked };
}

/** Judges a transcript without keeping the verdict. */
export async function judgeLines(
  court: Court,
  options: Partial<JudgeOptions> = {},
  dir = emptyFolder(),
): Promise<Awaited<ReturnType<typeof judgeSession>>> {
  const harness = court.harness();
  const run = await harness.openRun(dir);
  try {
    return await judgeSession({
      gateway: run.gateway,
      clock: harness.clock,
      model: harness.catalog.resolve("deepseek-r2"),
      state: played.state,
      rubric,
      ...options,
    });
  } finally {
    await run.close();
  }
}
