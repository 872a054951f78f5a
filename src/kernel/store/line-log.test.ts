import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { openLineLog, readLineLog, type LogLine } from "./index.ts";

const store = JSON.stringify(new URL("./index.ts", import.meta.url).href);
const FULL = process.env["REHEARSE_FULL"] === "1";
type Value = Record<string, unknown>;

function logPath(): string {
  const dir = mkdtempSync(join(tmpdir(), "store-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, "log.jsonl");
}

function read(path: string): { values: Value[]; tornBytes: number } {
  const values: Value[] = [];
  const tornBytes = readLineLog(path, ({ value }) => values.push(value));
  return { values, tornBytes };
}

async function write(path: string, values: Value[]): Promise<number[]> {
  const { log } = openLineLog(path);
  const offsets = values.map((value) => log.append(value));
  await log.close();
  return offsets;
}

const coded = (code: string, more: object = {}): unknown => expect.objectContaining({ code, ...more });

/** Arguments of Node for a process that works in the log's folder. */
const child = (script: string) => [
  "--no-warnings",
  "--input-type=module",
  "-e",
  `const { openLineLog, readLineLog } = await import(${store});\n${script}`,
];

const small: Value[] = [
  { v: 1, text: "ü 😀 \u2028 \ud800" },
  { n: [1, { a: null }], crcs: "}" },
  { "": '\n"\\', __proto: 0 },
  { last: true },
];

test("appended values are read back in order and by offset, in this process and the next", async () => {
  const path = logPath();
  const { log, tornBytes } = openLineLog(path);
  expect(tornBytes).toBe(0);
  const offsets = small.map((value) => log.append(value));
  offsets.forEach((offset, i) => expect(log.read(offset)).toEqual(small[i]));
  expect(log.size()).toBe(statSync(path).size);
  for (const wrong of [1, offsets[1]! - 1, log.size(), log.size() + 5, -1, 0.5, NaN])
    expect(log.read(wrong)).toBeUndefined();
  await log.close();

  const lines: LogLine[] = [];
  const again = openLineLog(path, { onLine: (line) => lines.push(line) });
  expect(again.tornBytes).toBe(0);
  expect(lines.map(({ value }) => value)).toEqual(small);
  expect(lines.map(({ offset }) => offset)).toEqual(offsets);
  lines.forEach(({ offset, length }, i) => expect(offset + length).toBe(offsets[i + 1] ?? again.log.size()));
  const more = again.log.append({ more: 1 }, { more: 2 });
  expect(again.log.read(more)).toEqual({ more: 1 });
  await again.log.close();
  expect(read(path)).toMatchObject({ values: [...small, { more: 1 }, { more: 2 }], tornBytes: 0 });
});

test("every line is plain JSON that starts with the checksum of the rest", async () => {
  const path = logPath();
  await write(path, small);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  lines.forEach((line, i) => {
    const { crc, ...rest } = JSON.parse(line) as Value;
    expect(rest).toEqual(small[i]);
    expect(line.startsWith(`{"crc":"${String(crc)}"`)).toBe(true);
    expect(crc).toBe(crc32(line.slice('{"crc":"xxxxxxxx",'.length)).toString(16).padStart(8, "0"));
  });
});

test("lines of any size are read across the borders of chunks", async () => {
  const path = logPath();
  const values: Value[] = [
    { big: "é".repeat(1_500_000) },
    { a: 1 },
    { big: "x".repeat(262_144 - 60) },
    { big: "y".repeat(3_000_000) },
    { big: "z".repeat(262_143) },
    { end: true },
  ];
  for (let i = 0; i < 3_000; i++) values.push({ a: i, big: "w".repeat((i * 7) % 900) });
  const offsets = await write(path, values);
  expect(read(path)).toEqual({ values, tornBytes: 0 });
  const { log } = openLineLog(path);
  for (const i of [0, 3, 4, 2_000]) expect(log.read(offsets[i]!)).toEqual(values[i]);
  await log.close();
});

test("a log cut at any byte gives a prefix of its lines, is repaired and accepts new lines", async () => {
  const path = logPath();
  const offsets = await write(path, small);
  const bytes = readFileSync(path);
  for (let length = 0; length <= bytes.length; length++) {
    const whole = offsets.filter((_, i) => (offsets[i + 1] ?? bytes.length) <= length).length;
    const end = offsets[whole] ?? bytes.length;
    writeFileSync(path, bytes.subarray(0, length));
    const values: Value[] = [];
    expect(read(path).tornBytes).toBe(length - end);
    expect(statSync(path).size).toBe(length);
    const opened = openLineLog(path, { onLine: ({ value }) => values.push(value) });
    expect(values).toEqual(small.slice(0, whole));
    expect(opened.tornBytes).toBe(length - end);
    opened.log.append({ next: length });
    await opened.log.close();
    expect(read(path)).toMatchObject({ values: [...values, { next: length }], tornBytes: 0 });
  }
});

/** One bit of a byte, or what makes it 0, a newline or a closing brace. */
const FLIPS: Array<(byte: number) => number> = [
  ...(FULL ? [2, 4, 8, 16, 32, 64, 128] : []).map((bit) => () => bit),
  () => 1,
  (byte) => byte,
  (byte) => byte ^ 10,
  (byte) => byte ^ 125,
];

test("a flipped bit or a changed byte makes the log unreadable; in the end of the last line it is a torn line", async () => {
  const path = logPath();
  await write(path, small);
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at++)
    for (const flip of FLIPS.map((of) => of(bytes[at]!)).filter((flip) => flip !== 0)) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= flip;
      writeFileSync(path, flipped);
      if (at === bytes.length - 1) {
        const { values, tornBytes } = read(path);
        expect(values).toEqual(small.slice(0, -1));
        expect(tornBytes).toBeGreaterThan(0);
        continue;
      }
      expect(() => read(path)).toThrow(coded("damaged-file"));
      expect(() => openLineLog(path)).toThrow(coded("damaged-file"));
    }
}, 60_000);

test("a line that is not whole is named, and the file stays as it is", async () => {
  const path = logPath();
  await write(path, [{ a: 1 }]);
  appendFileSync(path, '{"a":1}\n{"crc":"torn');
  const before = readFileSync(path);
  for (const open of [() => read(path), () => openLineLog(path)])
    expect(open).toThrow(
      coded("damaged-file", { message: expect.stringContaining(`${path} is unreadable: line 2`) }),
    );
  expect(readFileSync(path)).toEqual(before);
});

test.runIf(FULL)("a file without a newline, far larger than any line, is refused with bounded memory", () => {
  const path = logPath();
  writeFileSync(path, "");
  truncateSync(path, 450 * 1024 * 1024);
  const script = `
    let code;
    try { readLineLog("log.jsonl", () => {}); } catch (error) { code = error.code; }
    console.log(JSON.stringify([code, process.resourceUsage().maxRSS * 1024 < 400 * 1024 * 1024]));`;
  const { stdout } = spawnSync(process.execPath, child(script), { cwd: dirname(path), encoding: "utf8" });
  expect(JSON.parse(stdout)).toEqual(["damaged-file", true]);
});

test("a pipe or a device in place of a log is refused at once", () => {
  const path = logPath();
  execFileSync("mkfifo", [path]);
  for (const other of [path, "/dev/zero"]) {
    expect(() => read(other)).toThrow(
      coded("cannot-read", { message: expect.stringContaining("not a file") }),
    );
    expect(() => openLineLog(other)).toThrow(coded("cannot-read"));
  }
});

test("values that do not fit a line are refused and nothing is written", async () => {
  const path = logPath();
  const { log } = openLineLog(path);
  const cyclic: Value = {};
  cyclic["self"] = cyclic;
  const unfit = { big: "x".repeat(64 * 1024 * 1024) };
  expect(() => log.append({ fine: 1 }, unfit)).toThrow(coded("bug"));
  expect(() => log.append({ fine: 1 }, cyclic)).toThrow(TypeError);
  expect(log.size()).toBe(0);
  await log.close();
  expect(statSync(path).size).toBe(0);
});

test("a closed log refuses every use, and closing waits for a sync under way", async () => {
  const path = logPath();
  const { log } = openLineLog(path);
  log.append({ a: 1 });
  const syncing = log.sync();
  log.append({ a: 2 });
  await Promise.all([syncing, log.close(), log.close()]);
  for (const use of [() => log.append({ a: 3 }), () => log.read(0), () => log.size()])
    expect(use).toThrow(coded("bug"));
  await log.sync();
  expect(read(path).values).toEqual([{ a: 1 }, { a: 2 }]);
});

test("a log that cannot be opened names the file and the reason", () => {
  const path = logPath();
  const cannotRead = (errno: string) =>
    coded("cannot-read", { exit: 2, message: expect.stringContaining(errno) });
  expect(() => readLineLog(path, () => {})).toThrow(cannotRead("file not found"));
  expect(existsSync(path)).toBe(false);
  expect(() => openLineLog(join(path, "..", "missing", "log"))).toThrow(cannotRead("file not found"));
  mkdirSync(path);
  expect(() => openLineLog(path)).toThrow(cannotRead("EISDIR"));
  expect(() => readLineLog(path, () => {})).toThrow(cannotRead(path));
});

test("a log that is a link is not opened, and its target is not changed", () => {
  const path = logPath();
  const elsewhere = `${path}.elsewhere`;
  writeFileSync(elsewhere, "export PATH\n");
  symlinkSync(elsewhere, path);
  expect(() => openLineLog(path)).toThrow(
    coded("cannot-read", { exit: 2, message: expect.not.stringContaining("elsewhere") }),
  );
  expect(readFileSync(elsewhere, "utf8")).toBe("export PATH\n");
});

test.skipIf(process.platform === "win32")("a partly written line damages no other line", () => {
  const path = logPath();
  // This child may write only 64 KiB; the handler turns the signal into an error.
  const script = `
    process.on("SIGXFSZ", () => {});
    const { statSync } = await import("node:fs");
    const { log } = openLineLog("log.jsonl");
    log.append({ first: true });
    const whole = log.size();
    for (const length of [200_000, 100_000]) {
      try { log.append({ big: "x".repeat(length) }); console.log("written"); } catch (error) { console.log(error.code, error.exit, statSync("log.jsonl").size === whole); }
    }
    log.append({ second: "fits again" });
    await log.close();`;
  const limited = ["-c", 'ulimit -f 64; exec "$0" "$@"', process.execPath, ...child(script)];
  const { stdout, status } = spawnSync("sh", limited, { cwd: dirname(path), encoding: "utf8" });
  expect(stdout.trim().split("\n")).toEqual(Array(2).fill("cannot-write 3 true"));
  expect(status).toBe(0);
  expect(read(path)).toMatchObject({ values: [{ first: true }, { second: "fits again" }], tornBytes: 0 });
});
