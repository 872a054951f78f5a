/** `rehearse judge` without calibration: its budget. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copiesOf } from "../house-session.ts";
import { folder, rehearse, useJudge } from "./judge-bench.ts";

const bench = useJudge();
const run = (...argv: string[]) => rehearse("judge", ...argv);

test("a spent budget: exit 4, verdicts are kept, and it can be resumed", async () => {
  const [first, ...dirs] = copiesOf(bench.played.dir, { count: 3, parent: folder() }) as [
    string,
    string,
    string,
  ];
  await run(first);
  const [made] = readdirSync(join(first, "judging"));
  const atMost = Number(
    /"atMost":([\d.]+)/.exec(readFileSync(join(first, "judging", made!, "calls.jsonl"), "utf8"))![1],
  );
  const { exit, stderr, stdout } = await run(...dirs, "--budget", String(atMost));
  expect(exit).toBe(4);
  expect(stdout).toContain("Judged by");
  expect(stderr).toMatch(/Repeat the command with --budget [\d.]+ to resume\./);
  expect(dirs.map((dir) => existsSync(join(dir, "verdicts")))).toEqual([true, false]);
  const asked = bench.court.asked.length;
  expect(await run(...dirs)).toMatchObject({ exit: 0 });
  expect(bench.court.asked).toHaveLength(asked + 1);
});
