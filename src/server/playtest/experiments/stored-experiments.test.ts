import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { IndexedSession } from "../session-index.ts";
import { createStoredExperiments } from "./stored-experiments.ts";

test("a session that has not changed is read once, however often others change", async () => {
  const workspace = mkdtempSync(join(tmpdir(), "stored-"));
  const dir = join(workspace, "abs", "test");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "plan"), "");
  let sessions: IndexedSession[] = [];
  const change = (name: string, stamp: number) => {
    const session = { dir: join(dir, "sessions", name), stamp, of: { kind: "ab", id: "test" }, card: {} };
    sessions = [...sessions.filter((each) => each.dir !== session.dir), session as IndexedSession];
  };
  const read: string[] = [];
  const experiments = createStoredExperiments<null, number>(
    {
      kind: "ab",
      name: "A/B test",
      folder: "abs",
      isIn: () => true,
      planFile: "plan",
      readPlan: () => null,
      resultFile: "result",
      readWritten: () => undefined,
      also: [],
      progress: () => ({ done: 0, planned: 0 }),
      outcome(_dir, _plan, { remember }) {
        for (const name of ["a", "b"]) remember(name, [name], () => read.push(name));
        return read.length;
      },
    },
    { workspace, index: { all: async () => sessions } },
  );
  const outcome = async () => {
    read.length = 0;
    (await experiments.open("test")).outcome();
    return read.join("");
  };
  const later = Date.now() + 1_000;
  change("a", later);
  expect(await outcome()).toBe("ab");
  expect(await outcome()).toBe("");
  change("b", later + 1);
  expect(await outcome()).toBe("b");
  change("a", later + 2);
  expect(await outcome()).toBe("a");
});
