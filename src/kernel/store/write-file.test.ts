import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { removeLeftovers, writeFileSafely, writeNewFile } from "./index.ts";

const store = new URL("./index.ts", import.meta.url).href;

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "store-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test("writes text and bytes, replaces what was there, and leaves nothing else", async () => {
  const dir = folder();
  const path = join(dir, "a.json");
  await writeFileSafely(path, "a much longer first text");
  await writeFileSafely(path, "zweiter Text: ü");
  expect(readFileSync(path, "utf8")).toBe("zweiter Text: ü");
  await writeFileSafely(path, new Uint8Array([0, 255, 10]));
  expect([...readFileSync(path)]).toEqual([0, 255, 10]);
  expect(readdirSync(dir)).toEqual(["a.json"]);
});

test("many writers of one file at once leave one whole content", async () => {
  const dir = folder();
  const texts = Array.from({ length: 20 }, (_, i) => String(i).repeat(50_000));
  await Promise.all(texts.map((text) => writeFileSafely(join(dir, "a"), text)));
  expect(texts).toContain(readFileSync(join(dir, "a"), "utf8"));
  expect(readdirSync(dir)).toEqual(["a"]);
});

test("a failed write is explained and leaves no temporary file", async () => {
  const dir = folder();
  mkdirSync(join(dir, "taken"));
  await expect(writeFileSafely(join(dir, "taken"), "x")).rejects.toMatchObject({
    code: "bad-path",
    exit: 2,
  });
  expect(readdirSync(dir)).toEqual(["taken"]);
  await expect(writeFileSafely(join(dir, "missing", "a"), "x")).rejects.toMatchObject({ code: "not-found" });
});

test.skipIf(process.platform === "win32")(
  "a partial write keeps the old content and leaves no temporary file",
  () => {
    const dir = folder();
    writeFileSync(join(dir, "a"), "old");
    const script = `
    process.on("SIGXFSZ", () => {});
    const { writeFileSafely } = await import(${JSON.stringify(store)});
    await writeFileSafely("a", "x".repeat(1_000_000)).then(() => console.log("written"), (error) => console.log(error.code));`;
    const shell = spawnSync(
      "sh",
      ["-c", 'ulimit -f 64; exec "$0" --input-type=module -e "$1"', process.execPath, script],
      { cwd: dir, encoding: "utf8" },
    );
    expect(shell.stdout.trim()).toBe("cannot-write");
    expect(readdirSync(dir)).toEqual(["a"]);
    expect(readFileSync(join(dir, "a"), "utf8")).toBe("old");
  },
);

test("a writer killed at any moment leaves a whole file, and its leftovers are removed", async () => {
  const dir = folder();
  const path = join(dir, "a");
  const script = `
    const { writeFileSafely } = await import(${JSON.stringify(store)});
    for (let i = 0; ; i++) { await writeFileSafely(${JSON.stringify(path)}, String(i % 10).repeat(3_000_000)); if (i === 0) console.log("going"); }`;
  for (let round = 0; round < (process.env["REHEARSE_FULL"] === "1" ? 6 : 3); round++) {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await delay(7 * round);
    child.kill("SIGKILL");
    await once(child, "exit");
    const text = readFileSync(path, "utf8");
    expect(text.length).toBe(3_000_000);
    expect(text === text[0]!.repeat(3_000_000)).toBe(true);
    const left = readdirSync(dir).filter((name) => name !== "a");
    expect((await removeLeftovers(dir)).sort()).toEqual(left.sort());
    expect(readdirSync(dir)).toEqual(["a"]);
  }
});

test("leftovers of live processes, and files that only look similar, stay", async () => {
  const dir = folder();
  const writing = writeFileSafely(join(dir, "a"), "x".repeat(5_000_000));
  const others = [".tmp-notes", ".tmp-12", "tmp-1-00000000-1", ".lock"];
  for (const name of others) writeFileSync(join(dir, name), "");
  // The pid is running but was started at another time: another process had it before.
  const reused = `.tmp-${process.pid}-00000000-1`;
  if (process.platform === "linux") writeFileSync(join(dir, reused), "");
  expect(await removeLeftovers(dir)).toEqual(process.platform === "linux" ? [reused] : []);
  await writing;
  expect(readdirSync(dir).sort()).toEqual([...others, "a"].sort());
});

test("a taken name is left alone, and the next one is used", async () => {
  const dir = folder();
  const paths: string[] = [];
  for (const data of ["one", "two", "three"])
    paths.push(await writeNewFile({ dir, stem: "report_x", extension: "md", data }));
  expect(paths.map((path) => basename(path))).toEqual(["report_x.md", "report_x_2.md", "report_x_3.md"]);
  expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(["one", "two", "three"]);
});

test("many writers at once each get a file of their own, and leave nothing else behind", async () => {
  const dir = folder();
  const paths = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      writeNewFile({ dir, stem: "a", extension: "json", data: String(index) }),
    ),
  );
  expect(new Set(paths).size).toBe(20);
  expect(readdirSync(dir).toSorted()).toEqual(paths.map((path) => basename(path)).toSorted());
  expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(
    Array.from({ length: 20 }, (_, index) => String(index)),
  );
});

test("a piece that cannot be made leaves nothing behind", async () => {
  const dir = folder();
  const data = (function* () {
    yield "half";
    throw new Error("no more");
  })();
  await expect(writeNewFile({ dir, stem: "a", extension: "json", data })).rejects.toThrow(/no more/);
  expect(readdirSync(dir)).toEqual([]);
});
