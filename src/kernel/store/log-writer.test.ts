import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { logSync } from "./log-writer.ts";

/** A disk with flushes that end when the test says so. */
function slowDisk() {
  const flushes: Array<{ end: () => void; fail: (error: Error) => void }> = [];
  const flush = () => new Promise<void>((end, fail) => flushes.push({ end, fail }));
  return { flushes, syncing: logSync({ flush, path: "log.jsonl" }) };
}

test("a sync with nothing new to write does not touch the disk", async () => {
  const { flushes, syncing } = slowDisk();
  await syncing.sync();
  syncing.wrote();
  const first = syncing.sync();
  flushes[0]!.end();
  await first;
  await syncing.sync();
  expect(flushes.length).toBe(1);
});

test("a failed flush fails every waiting sync and every later one", async () => {
  const { flushes, syncing } = slowDisk();
  syncing.wrote();
  const asked = Promise.allSettled([syncing.sync(), syncing.sync()]);
  for (const { fail } of flushes) fail(Object.assign(new Error("no space"), { code: "ENOSPC" }));
  expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(syncing.sync()).rejects.toMatchObject({ code: "disk-full", exit: 3 });
  expect(syncing.failure()).toMatchObject({ code: "disk-full" });
});

test("opening a log does not sync; a new log's folder is synced once, with its first lines", () => {
  const script = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const synced = [];
    for (const name of ["fsync", "fdatasync"]) fs[name] = (fd, done) => (synced.push(fs.fstatSync(fd).isDirectory() ? "folder" : "file"), setImmediate(done, null));
    for (const name of ["fsyncSync", "fdatasyncSync"]) fs[name] = () => synced.push("at once");
    syncBuiltinESMExports();
    const { openLineLog } = await import(${JSON.stringify(new URL("./index.ts", import.meta.url).href)});
    const first = openLineLog("log.jsonl").log;
    const told = [synced.splice(0)];
    for (const turn of [1, 2]) {
      first.append({ turn });
      await first.sync();
      told.push(synced.splice(0).sort());
    }
    await first.close();
    await openLineLog("log.jsonl").log.sync();
    told.push(synced);
    console.log(JSON.stringify(told));`;
  const cwd = mkdtempSync(join(tmpdir(), "store-"));
  const args = ["--no-warnings", "--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  expect({ stderr, told: JSON.parse(stdout) as unknown }).toEqual({
    stderr: "",
    told: [[], ["file", "folder"], ["file"], ["file"]],
  });
});
