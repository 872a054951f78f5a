import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../kernel/clock/index.ts";
import type { ReadTools } from "./read-session.ts";
import { createSessionIndex } from "./session-index.ts";

/** 200 sessions, of which s-199 is the newest. */
function makeMany() {
  const workspace = mkdtempSync(join(tmpdir(), "read-so-far-"));
  const add = (n: number) => {
    const dir = join(workspace, "sessions", `s-${n}`);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "turn-0.json"), "spoiled");
    utimesSync(dir, 1_700_000_000 + n, 1_700_000_000 + n);
  };
  for (let n = 0; n < 200; n++) add(n);
  // It pauses after every folder, as it does after every 15 ms.
  let now = 0;
  const index = createSessionIndex({
    workspace,
    clock: { ...systemClock, now: () => (now += 20) },
    tools: {} as ReadTools,
    soonMs: 0,
  });
  return { workspace, add, index };
}

test("one session is read before all others, and only from a listed folder", async () => {
  const { workspace, index } = makeMany();
  expect((await index.get("s-0")).id).toBe("s-0");
  const { sessions, reading } = await index.soFar();
  expect(reading!.read).toBeLessThan(200);
  expect(sessions.map(({ id }) => id)).not.toContain("s-0");
  for (const id of ["../sessions/s-0", "s-0/", "s-200", ""])
    await expect(index.get(id)).rejects.toThrow("not found");
  expect((await index.get("s-0")).card).toEqual((await index.all()).find(({ id }) => id === "s-0")!.card);
  rmSync(workspace, { recursive: true });
});

test("while folders are read for the first time, the newest are listed already", async () => {
  const { workspace, add, index } = makeMany();
  const { sessions, reading } = await index.soFar();
  expect(reading!.of).toBe(200);
  expect(reading!.read).toBe(sessions.length);
  expect(sessions.length).toBeLessThan(200);
  expect(sessions.map(({ id }) => id)).toEqual(sessions.map((_, place) => `s-${199 - place}`));
  expect((await index.all()).length).toBe(200);
  // Later, the last check stands in for one that takes long.
  add(200);
  index.touch();
  const later = await index.soFar();
  expect(later.reading).toBeUndefined();
  expect(later.sessions.length).toBe(200);
  expect((await index.all()).length).toBe(201);
  rmSync(workspace, { recursive: true });
});
