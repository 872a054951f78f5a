/** A judge over loopback with answers that a test can change, a played session, and the CLI in memory. */
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { qualityMetric } from "../../../src/contract/index.ts";
import { loadRubric, rubricHash } from "../../../src/playtest/index.ts";
import {
  goodAnswer,
  openCourt,
  type Asked,
  type Court,
  type Said,
} from "../../support/model-servers/judge-server.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession, reportIn, resultIn } from "../house-session.ts";

const usual = (asked: Asked): Said => goodAnswer(asked, 6);

/** Opens the judge before the tests of a file and closes it after them. After each test the usual answer is back. */
export function useJudge(): { court: Court; played: { dir: string }; answer: (asked: Asked) => Said } {
  const bench = { answer: usual } as ReturnType<typeof useJudge>;
  beforeAll(async () => {
    bench.court = await openCourt((asked) => bench.answer(asked));
    for (const [name, value] of Object.entries(bench.court.env)) vi.stubEnv(name, value);
    bench.played = await houseSession({ seed: 4, maxTurns: 4 });
  });
  afterEach(() => void (bench.answer = usual));
  afterAll(async () => {
    vi.unstubAllEnvs();
    await bench.court[Symbol.asyncDispose]();
  });
  return bench;
}

export { emptyFolder as folder, reportIn, resultIn };
export const copyOf = (session: string): string => {
  const dir = join(emptyFolder(), "session");
  cpSync(session, dir, { recursive: true });
  return dir;
};
export const rehearse = (...argv: string[]) => runCommand(argv);
export const onlySession = (out: string): string => join(out, readdirSync(out)[0]!);
export const scored = (score: number | null) =>
  Object.fromEntries(qualityMetric.options.map((metric) => [metric, score]));
export const house = ["--story", "innsmouth", "--narrator", "house", "--seed", "4", "--max-turns", "4"];

/** A rubric of the user's own, in a file. */
export function ownRubric(): { path: string; hash: string } {
  const shipped = loadRubric();
  const own = {
    ...shipped,
    name: "mine",
    metrics: { pacing: { ...shipped.metrics.pacing!, question: "Is anything slow?" } },
  };
  const path = join(emptyFolder(), "rubric.json");
  writeFileSync(path, JSON.stringify(own));
  return { path, hash: rubricHash(own) };
}
