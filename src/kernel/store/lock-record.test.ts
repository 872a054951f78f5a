import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readLock, takeOverLock } from "./lock-record.ts";

/** No process has this pid: systems use lower ones. */
const deadPid = 2 ** 31 - 1;
const record = (token: string) =>
  JSON.stringify({ version: 1, pid: deadPid, host: hostname(), token, since: "2026-01-01T00:00:00.000Z" });

function folder(): { dir: string; lock: string; own: string } {
  const dir = mkdtempSync(join(tmpdir(), "store-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const paths = { dir, lock: join(dir, ".lock"), own: join(dir, "own") };
  writeFileSync(paths.lock, record("00000000-aaaa"));
  writeFileSync(paths.own, record("99999999-cccc"));
  return paths;
}

test("replaces the stale lock and clears old claims", async () => {
  const { dir, lock, own } = folder();
  writeFileSync(join(dir, ".lock-after-77777777"), record("66666666"));
  const stale = (await readLock(lock))!;
  expect(await takeOverLock({ stale, own })).toEqual({ won: true });
  expect(readFileSync(lock, "utf8")).toContain("99999999");
  expect(readdirSync(dir)).toEqual([".lock"]);
});

test.each(["taken by another", "let go"])(
  "a claim made after the lock was %s is void, and withdrawn",
  async (event) => {
    const { dir, lock, own } = folder();
    const stale = (await readLock(lock))!;
    if (event === "let go") rmSync(lock);
    else writeFileSync(lock, record("11111111-bbbb"));
    const before = readdirSync(dir);
    expect(await takeOverLock({ stale, own })).toEqual({ won: false, heldBy: undefined });
    expect(readdirSync(dir)).toEqual(before);
    if (event !== "let go") expect(readFileSync(lock, "utf8")).toContain("11111111-bbbb");
  },
);

test("circular claims end in another look, not in a loop", async () => {
  const { dir, lock, own } = folder();
  writeFileSync(join(dir, ".lock-after-00000000-aaaa"), record("00000000-aaaa"));
  expect(await takeOverLock({ stale: (await readLock(lock))!, own })).toEqual({
    won: false,
    heldBy: undefined,
  });
});
