/** A small workspace for calibrations: a knowledge base, a semantic bank, keyword rules, and a harness. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  calibrationLog,
  historyFile,
  type CalibrateResult,
  type CalibrationRun,
  type CheckResults,
  type HistoryFile,
} from "../../src/contract/index.ts";
import { systemClock, type Clock } from "../../src/kernel/clock/index.ts";
import { createHarness } from "../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../src/kernel/settings/index.ts";
import {
  calibrationDir,
  historyPath,
  loadBanks,
  loadHistory,
  planCheck,
  resolveExpectations,
  runCalibration,
  runPlannedCheck,
  type CalibrationEvents,
  type CalibrationOptions,
  type Resolved,
} from "../../src/retrieval/index.ts";
import type { Verdict } from "./calibration-server.ts";

/** The subject of each message. */
export const messages = {
  "V2-GR-001": "she writes provoking texts again",
  "V2-BIFF-001": "an angry email arrived about pickup",
  "V2-BND-001": "he walks into my house unannounced",
  "V2-LOY-001": "our daughter feels torn between us",
  "V2-TRA-001": "every handover ends with crying",
  "V2-PAR-001": "we cannot agree on any bedtime",
} as const;
export type TestId = keyof typeof messages;
export const testIds = Object.keys(messages) as TestId[];

const primary: Record<TestId, string> = {
  "V2-GR-001": "gray_rock",
  "V2-BIFF-001": "biff_response",
  "V2-BND-001": "boundary_setting",
  "V2-LOY-001": "loyalty_binds",
  "V2-TRA-001": "transition_bridge",
  "V2-PAR-001": "parallel_parenting",
};
export const primaryOf = (message: string): string =>
  primary[testIds.find((id) => messages[id] === message)!];

/** More entities than candidates, so that not all of them are near. */
const fillers = Array.from({ length: 16 }, (_, index) => `filler_${String.fromCodePoint(97 + index)}`);

export type Workspace = ReturnType<typeof createWorkspace>;

export function createWorkspace({
  env = {},
  today = "2026-11-15T10:00:00.000Z",
}: { env?: Record<string, string>; today?: string } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "calibration-"));
  const testBanks = join(dir, "test_banks");
  const kb = join(dir, "kb");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  const entity = (
    id: string,
    {
      content = `All about ${id.replaceAll("_", " ")}.`,
      title = id.replaceAll("_", " "),
      mode = "SEMANTIC",
      type = "KNOWLEDGE",
    } = {},
  ) =>
    write(
      join("kb", `${id}.md`),
      `---\nentity_id: ${id}\ntype: ${type}\ntitle: ${title}\nload_mode: ${mode}\nsummary: On ${id}.\n---\n${content}\n`,
    );

  for (const id of [...Object.values(primary), ...fillers]) entity(id);
  entity("handler_crisis", { mode: "PATTERN", type: "HANDLER" });
  const tests = testIds.map((test_id) => ({
    test_id,
    name: test_id,
    topics: ["all"],
    prompt: messages[test_id],
    expected_primary: [primary[test_id]],
  }));
  write(
    "test_banks/semantic/parent_test_bank.json",
    JSON.stringify({ bank_type: "SEMANTIC", version: "2.0", tests }),
  );
  write("test_banks/pattern/pattern_rules.json", JSON.stringify({ crisis_patterns: [], keyword_boosts: [] }));

  /** A day can be chosen. */
  const clock: Clock & { today: string } = { ...systemClock, today, date: () => new Date(clock.today) };

  const harness = () => {
    const { settings } = resolveSettings({
      file: { cacheDir: join(dir, "cache"), retry: { attempts: 2, firstDelayMs: 1 } },
      env,
    });
    return createHarness({ settings, ...connect(settings, env), clock, cwd: dir });
  };

  return {
    dir,
    kb,
    testBanks,
    clock,
    entity,
    write,
    async calibrate(
      options: Partial<CalibrationOptions> = {},
      events: CalibrationEvents = {},
    ): Promise<CalibrateResult> {
      const own = harness();
      try {
        return await runCalibration(
          own,
          {
            testBanks,
            kb,
            kbVersion: "v2.0",
            scope: "full",
            apply: false,
            ...options,
          },
          events,
        );
      } finally {
        await own.close();
      }
    },
    /** A run of the semantic bank on the offline models, with today's expectations. */
    async check(): Promise<CheckResults> {
      const own = harness();
      try {
        const request = {
          testBanks,
          kb,
          banks: ["semantic" as const],
          target: "offline",
          results: join(dir, "results"),
        };
        const { results, drop } = await runPlannedCheck(own, { request, plan: planCheck(own, request) });
        drop();
        return results;
      } finally {
        await own.close();
      }
    },
    expectationsOf(id: TestId): Resolved {
      return resolveExpectations(
        loadBanks(testBanks, { which: ["semantic"] }).semantic!,
        loadHistory(historyPath(testBanks)),
      ).get(id)!;
    },
    history(): Record<string, HistoryFile> {
      return Object.fromEntries(
        namesIn(historyPath(testBanks)).map((name) => [
          name,
          historyFile.parse(JSON.parse(readFileSync(join(historyPath(testBanks), name), "utf8"))),
        ]),
      );
    },
    log(): CalibrationRun[] {
      const path = join(calibrationDir(testBanks, dir), "calibration_log.json");
      return existsSync(path) ? calibrationLog.parse(JSON.parse(readFileSync(path, "utf8"))).runs : [];
    },
    responses: () => namesIn(join(calibrationDir(testBanks, dir), "opus_responses")),
    /** Records of what was paid, and runs that were left in the middle. */
    records: () => ({
      kept: namesIn(calibrationDir(testBanks, dir)).filter((name) => name.startsWith("calls_")),
      running: namesIn(join(calibrationDir(testBanks, dir), ".running")),
    }),
  };
}

const namesIn = (dir: string): string[] => (existsSync(dir) ? readdirSync(dir).toSorted() : []);

/** Agrees with the bank, but for what is given. */
export const agrees =
  (but: Partial<Record<TestId, Verdict | number>> = {}) =>
  (message: string): Verdict | number => {
    const id = testIds.find((each) => messages[each] === message);
    return (id && but[id]) ?? { expected_primary: [primaryOf(message)] };
  };
export const torn: Verdict = {
  expected_primary: ["loyalty_binds"],
  expected_secondary: ["transition_bridge"],
  not_expected: ["handler_crisis"],
  rank_check: [{ higher: "loyalty_binds", lower: "transition_bridge" }],
  reasoning: "Torn children cry at the door.",
};
