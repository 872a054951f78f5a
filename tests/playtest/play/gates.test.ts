/** Gates and comparisons on the command line. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import { rehearse, withoutKeys } from "../command-line.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

withoutKeys();
/** Without a terminal: one line per turn. */
const turnLines = expect.stringMatching(/^(turn \d+, pulse \d+\/\d+\n){6}$/) as string;
const short = "play --story innsmouth --narrator house --classifier house --seed 3 --max-turns 6".split(" ");

test("--fail-under and --fail-over: 0 if met, 1 if not or missing, with the reason", async () => {
  const passed = await rehearse(
    ...short,
    "--out",
    emptyFolder(),
    ..."--fail-under completion=0.1,craft=50 --fail-over loops=0".split(" "),
  );
  expect({ exit: passed.exit, stderr: passed.stderr }).toEqual({ exit: 0, stderr: turnLines });
  expect(passed.stdout).toMatch(
    /^Gate passed: completion 0\.\d+ ≥ 0\.1\.\nGate passed: craft [\d.]+ ≥ 50\.\nGate passed: loops 0 ≤ 0\.$/m,
  );
  const failed = await rehearse(
    ...short,
    "--out",
    emptyFolder(),
    ..."--fail-under completion=0.9 --fail-under pay-off-rate=1".split(" "),
    ..."--fail-over turns-per-pulse=0.5 --json".split(" "),
  );
  expect(failed.exit).toBe(1);
  expect(failed.stderr).toMatch(/^Gate failed: completion 0\.\d+ < 0\.9\.$/m);
  expect(failed.stderr).toContain("pay-off-rate");
  expect(failed.stderr).toMatch(/^Gate failed: turns-per-pulse [\d.]+ > 0\.5\.$/m);
  const { metrics, overall, verdict } = JSON.parse(failed.stdout) as SessionResult;
  expect(verdict!.outcome).toBe("failed");
  expect(overall).toBe(metrics!.score.overall);
});

test("report of a file names the folder to give, if it is a session's", async () => {
  const { dir } = await houseSession({ out: emptyFolder(), sessionId: "short", seed: 3, maxTurns: 3 });
  const { exit, stderr } = await rehearse("report", join(dir, "report.md"));
  expect(exit).toBe(2);
  expect(stderr).toContain(`it is a file, not a folder.\nGive the folder of the session: ${dir}`);
  const other = await rehearse("report", "README.md");
  expect(other.stderr).toContain("it is a file, not a folder.\nGive the folder of a session.");
});
