/** The folder of a check that workers run: everything they need, except keys and the target. */
import { createHash } from "node:crypto";
import { dirname, join, relative } from "node:path";
import type { z } from "zod";
import {
  askedPart,
  checkNotes,
  queuedCheck,
  type AskedPart,
  type CheckPart,
  type CheckResults,
  type QueuedCheck,
} from "../../contract/index.ts";
import { guidePage, HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { addressLabel, redact } from "../../kernel/secrets/index.ts";
import {
  copy,
  exists,
  makeFolder,
  readBytes,
  readJson,
  realPath,
  remove,
  writeFileSafely,
  writeVersionedFile,
} from "../../kernel/store/index.ts";
import { countTests, filesOfBanks, historyPath } from "../banks.ts";
import { loadHistory } from "../expectations/index.ts";
import { readResults } from "../report/index.ts";
import {
  isUnpricedOutside,
  moveToFreeName,
  type Checked,
  type CheckPlan,
  type CheckRequest,
} from "../run/index.ts";

const PLAN_FILE = "check.json";
const PART_FILE = "tests.json";
const NOTES_FILE = "notes.json";
export const RESULTS_FILE = "results.json";
export const REPORT_FILE = "report.md";
/** The journal of the calls that all parts share. */
export const DOCUMENTS = "documents";
/** What a coordinator reads of a part. */
export const PART_FILES = [PART_FILE, "calls.jsonl"];

/** As many messages as an embedder takes in one request. */
const PART = 96;

const banksDir = (dir: string) => join(dir, "test_banks");
const kbDir = (dir: string) => join(dir, "kb");
const baselineFile = (dir: string, at: number) => join(dir, "baselines", `${at}.json`);
export const partDir = (dir: string, { sessionId }: Pick<CheckPart, "sessionId">) =>
  join(dir, "sessions", sessionId);

export const fingerprintOf = (path: string): string =>
  createHash("sha256").update(readBytes(path)).digest("hex");

export async function writeQueuedCheck(
  dir: string,
  harness: Harness,
  {
    request,
    plan,
    cap,
    baselines,
  }: {
    request: CheckRequest;
    plan: CheckPlan;
    cap: number | undefined;
    baselines: readonly CheckResults[];
  },
): Promise<{ parts: number }> {
  const { target, kind, kb, service } = plan;
  if (kind === "http" && redact(target) !== target) throw secretAddress(target);
  const history = loadHistory(historyPath(request.testBanks)).map(({ path }) => path);
  // Other files in the folder are not copied; a link is copied as the file it leads to.
  for (const path of [...filesOfBanks(request.testBanks), ...history]) {
    const place = join(banksDir(dir), relative(request.testBanks, path));
    makeFolder(dirname(place));
    copy(realPath(path), place);
  }
  if (kb) {
    makeFolder(kbDir(dir));
    const lines = kb.entities.map((entity) => `${JSON.stringify(entity)}\n`);
    await writeFileSafely(join(kbDir(dir), "entities.jsonl"), lines.join(""));
  }
  const compared = request.repeat === undefined ? [] : baselines;
  if (compared.length > 0) makeFolder(dirname(baselineFile(dir, 0)));
  for (const [at, results] of compared.entries())
    await writeFileSafely(baselineFile(dir, at), `${JSON.stringify(results)}\n`);
  const { banks, selection, embedder, reranker, answers, topK, candidates, metrics, repeat, deterministic } =
    request;
  const outside = kind === "built-in" ? [] : [harness.catalog.resolve(service?.url ?? target)];
  const queued = queuedCheck.parse({
    version: 1,
    at: harness.clock.date().toISOString(),
    request: {
      banks,
      selection,
      embedder,
      reranker,
      answers,
      topK,
      candidates,
      metrics,
      repeat,
      deterministic,
    },
    target,
    ...((kind === "service" || kind === "module") && { fingerprint: fingerprintOf(target) }),
    isUnpriced: isUnpricedOutside(harness, plan),
    hasKb: kb !== undefined,
    baselines: compared.length,
    tests: countTests(plan.banks),
    pinned: harness.pin([...plan.called, ...outside]),
    budget: cap,
  });
  await writeVersionedFile(join(dir, PLAN_FILE), `${JSON.stringify(queued)}\n`);
  return { parts: partsOf(queued).length };
}

export const readQueuedCheck = (dir: string): QueuedCheck => read(join(dir, PLAN_FILE), queuedCheck);

/** The request, for the machine that runs it. `target`: where the target is on this machine. */
export const requestIn = (
  dir: string,
  { request, target, hasKb }: QueuedCheck,
  at = target,
): CheckRequest => ({
  ...request,
  testBanks: banksDir(dir),
  ...(hasKb && { kb: kbDir(dir) }),
  target: at,
  targetName: target,
  results: dir,
});

export const baselinesIn = (dir: string, { baselines }: QueuedCheck): CheckResults[] =>
  Array.from({ length: baselines }, (_, at) => readResults(baselineFile(dir, at)));

export const partsOf = ({ tests }: Pick<QueuedCheck, "tests">): CheckPart[] =>
  Array.from({ length: Math.ceil(tests / PART) }, (_, at) => {
    const [from, to] = [at * PART, Math.min(tests, (at + 1) * PART)];
    return { sessionId: `tests-${String(from + 1).padStart(String(tests).length, "0")}`, from, to };
  });

export const isAsked = (dir: string, part: CheckPart): boolean => exists(join(partDir(dir, part), PART_FILE));

export const readPart = (dir: string, part: CheckPart): AskedPart =>
  read(join(partDir(dir, part), PART_FILE), askedPart);

/** Asked in an earlier start of the run, when the target did not answer everything. */
export const lacksAnswers = (dir: string, part: CheckPart): boolean =>
  readPart(dir, part).tests.some(({ missing }) => missing !== undefined);

export const writePart = (dir: string, part: CheckPart, asked: Omit<AskedPart, "version">): Promise<void> =>
  writeFileSafely(join(partDir(dir, part), PART_FILE), `${JSON.stringify({ version: 1, ...asked })}\n`);

export async function writeChecked(
  dir: string,
  { results, report, ...notes }: Pick<Checked, "results" | "notes" | "byChance"> & { report: string },
): Promise<void> {
  await writeFileSafely(join(dir, NOTES_FILE), `${JSON.stringify(notes)}\n`);
  await writeFileSafely(join(dir, REPORT_FILE), report);
  await writeFileSafely(join(dir, RESULTS_FILE), `${JSON.stringify(results)}\n`);
}

/** A check that has ended, from a copy of its folder. The copy becomes the record of payments. */
export const checkedIn = (dir: string): Checked => ({
  results: readResults(join(dir, RESULTS_FILE)),
  ...read(join(dir, NOTES_FILE), checkNotes),
  keep: (stem) => moveToFreeName(dir, join(dirname(dir), stem)),
  drop: () => remove(dir),
});

function read<Shape extends z.ZodType>(path: string, shape: Shape): z.output<Shape> {
  const damaged = (problem: string) =>
    new HarnessError({
      code: "bad-check",
      message: `${path} is damaged: ${problem}.`,
      remedy: "Queue the check again.",
    });
  const { data, error } = shape.safeParse(readJson(path, damaged));
  if (error) throw damaged(error.issues[0]?.message ?? "unexpected format");
  return data;
}

const secretAddress = (target: string) =>
  new HarnessError({
    code: "secret-in-job",
    message: `The address ${addressLabel(target)} contains a key, which would be stored in the database.`,
    remedy: `Write a target file with the key as \${VARIABLE} (${guidePage("import.md")}), and start the workers with --allow-target FILE.`,
  });
