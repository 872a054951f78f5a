/**
 * What an earlier version stored still opens, and means the same. The workspace was written on 2026-11-16 by version 0.1.0 with the
 * house cast: a session, a branch, a matrix, an A/B test, a bisection and a check.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { runRehearse } from "../../support/cli/rehearse-process.ts";

const stored = fileURLToPath(new URL("../../fixtures/stored/workspace-2026-11-16.json.br", import.meta.url));

describe("a workspace of version 0.1.0", { timeout: 60_000 }, () => {
  let cwd: string;
  const rehearse = async (...args: string[]): Promise<string> => {
    const { exit, stdout, stderr } = await runRehearse(args, { cwd, env: {} });
    expect(exit, stderr).toBe(0);
    return stdout;
  };
  const only = (folder: string, pattern = /./): string =>
    `${folder}/${readdirSync(join(cwd, folder)).find((name) => pattern.test(name))!}`;
  const json = (path: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(cwd, path), "utf8")) as Record<string, unknown>;

  /** Version 0.1.0 kept an interval of a session's score, which is read and dropped. */
  const withoutScoreIntervals = (result: Record<string, unknown>): object =>
    JSON.parse(JSON.stringify(result), function (this: Record<string, unknown>, key, value: unknown) {
      return key === "interval" && "parts" in this && "score" in this ? undefined : value;
    });

  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), "stored-workspace-"));
    const files = JSON.parse(brotliDecompressSync(readFileSync(stored)).toString()) as Record<string, string>;
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    }
  });

  test("its sessions are listed", async () => {
    const sessions = JSON.parse(await rehearse("sessions", "--json")) as unknown[];
    expect(sessions).toHaveLength(2);
  });

  test.each([
    ["the session", "report", () => only("sessions", /\d{6}$/), "session.json"],
    ["the branch", "report", () => only("sessions", /-t4-/), "session.json"],
    ["the matrix", "report", () => only("matrices"), "matrix.json"],
  ])("%s gives the same numbers when its report is written again by %s", async (_, command, find, file) => {
    const dir = find();
    // The note about the house cast has a new wording.
    const numbers = () => ({ ...withoutScoreIntervals(json(`${dir}/${file}`)), house: null });
    const before = numbers();
    await rehearse(command, dir);
    // Later versions add numbers and change none.
    expect(numbers()).toMatchObject(before);
  });

  test.each([
    ["the A/B test", "abs", "ab.json", ["pairs"]],
    ["the bisection", "bisects", "bisect.json", ["probes", "cost"]],
  ])("%s keeps its turns; derived values are recomputed", async (_, folder, file, parts) => {
    const dir = only(folder);
    const before = json(`${dir}/${file}`);
    await rehearse("resume", dir);
    const now = json(`${dir}/${file}`);
    expect(parts.filter((part) => before[part] === undefined)).toEqual([]);
    for (const part of parts) expect(now[part]).toEqual(before[part]);
  });

  test("a checkpoint of it can be replayed, and the branch compared with its session", async () => {
    const session = only("sessions", /\d{6}$/);
    const [branch] = JSON.parse(
      await rehearse("replay", "--checkpoint", `${session}/turn-5.json`, "--turns", "1", "--json"),
    ) as Array<{ dir: string }>;
    expect(await rehearse("compare", session, branch!.dir)).toMatch(/repetition/);
  });

  test("a bisection of it can be resumed with more replays", async () => {
    const bisect = only("bisects");
    const played = () => readdirSync(join(cwd, bisect, "sessions")).length;
    const before = played();
    await rehearse("resume", bisect, "--times", "4");
    expect(played()).toBeGreaterThan(before);
  });

  test("a check of it serves as a baseline", async () => {
    const results = only("results", /^results_.*json$/);
    expect(
      await rehearse("check", "--target", "offline", "--banks", "pattern,state", "--baseline", results),
    ).toContain("Combined Score");
  });
});
