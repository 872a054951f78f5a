/**
 * What people get wrong and what machines do to them, through the real binary: each ends with its exit
 * code, says what happened and what to do, shows no stack, and loses nothing that was there.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { openJournal } from "../../../src/kernel/journal/index.ts";
import { createHarness } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import { lockFolder } from "../../../src/kernel/store/index.ts";

const main = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
const isRoot = process.getuid?.() === 0;

let root: string;
/** A run folder with one answered question; each test takes a copy. */
let good: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "rehearse-bad-input-"));
  good = join(root, "good");
  expect((await rehearse(["ask", "hi", "--run", good])).exit).toBe(0);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Ended = { exit: number | null; stdout: string; stderr: string };

/** No keys, and nothing else of this machine's. */
async function run(command: string, args: string[], cwd: string): Promise<Ended> {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const [exit] = (await once(child, "close")) as [number | null];
  return { exit, ...said };
}
const rehearse = (args: string[], cwd = root) => run(process.execPath, [main, ...args], cwd);

type Refusal = { exit: number; code: string; message: RegExp; remedy: RegExp };

/** With --json: one document on stdout, and the same for people on stderr, without a stack. */
function expectRefusal({ exit, stdout, stderr }: Ended, expected: Refusal): void {
  const { error, ...rest } = JSON.parse(stdout) as {
    error: { code: string; message: string; remedy: string };
  };
  expect({ exit, code: error.code, rest }).toEqual({ exit: expected.exit, code: expected.code, rest: {} });
  expect(error.message).toMatch(expected.message);
  expect(error.remedy).toMatch(expected.remedy);
  expect(stderr).toContain(`Error: ${error.message}\n${error.remedy}\n`);
  expect(stderr).not.toMatch(/^\s+at |This is a bug/m);
}

const expectRefused = async (args: string[], expected: Refusal, cwd?: string) =>
  expectRefusal(await rehearse([...args, "--json"], cwd), expected);

const copyOfGood = (name: string): string => {
  cpSync(good, join(root, name), { recursive: true });
  return join(root, name);
};
const journalIn = (dir: string) => join(dir, "calls.jsonl");

/** Every file below a folder, with its bytes. */
const bytesBelow = (dir: string) =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(dir, file), readFileSync(file).toString("latin1")]),
  );

async function expectUntouched(dir: string, work: () => Promise<void>): Promise<void> {
  const before = bytesBelow(dir);
  await work();
  expect(bytesBelow(dir)).toEqual(before);
}

/** A line as a journal has them, made by hand. */
function journalLine(rest: object): string {
  const tail = JSON.stringify(rest).slice(1);
  return `{"crc":"${crc32(tail).toString(16).padStart(8, "0")}",${tail}\n`;
}

describe.concurrent("what was typed", () => {
  test("an unknown model: the nearest name", () =>
    expectRefused(["ask", "hi", "--model", "opus-45"], {
      exit: 2,
      code: "unknown-model",
      message: /Unknown model "opus-45"\..*Did you mean opus-4\.5\?/,
      remedy: /rehearse models/,
    }));

  test("an unknown flag: the nearest one; without --json nothing is on stdout", async () => {
    await expectRefused(["ask", "hi", "--modle", "house"], {
      exit: 2,
      code: "unknown-flag",
      message: /Unknown flag --modle\. Did you mean --model\?/,
      remedy: /rehearse ask --help/,
    });
    expect(await rehearse(["ask", "hi", "--modle", "house"])).toEqual({
      exit: 2,
      stdout: "",
      stderr: "Error: Unknown flag --modle. Did you mean --model?\nrehearse ask --help lists the flags.\n",
    });
  });

  test("a budget for a model without a price", () =>
    expectRefused(["ask", "hi", "--model", "./mine.ts", "--budget", "1"], {
      exit: 2,
      code: "budget-without-price",
      message: /none is known for \.\/mine\.ts/,
      remedy: /price: \{ input/,
    }));

  test("a missing key: which one, for whom, and the other ways", () =>
    expectRefused(["ask", "hi", "--model", "opus-4.5"], {
      exit: 2,
      code: "missing-keys",
      message: /ANTHROPIC_API_KEY.*needed by narrator \(opus-4\.5/,
      remedy: /--one-key[\s\S]*--via openrouter[\s\S]*house/,
    }));

  test("a whole cast without keys: one message lists them all", () => {
    const { settings } = resolveSettings({});
    const { casting, requireReady } = createHarness({ settings, ...connect(settings, {}) });
    const cast = (["narrator", "player", "judge", "embedder", "classifier"] as const).map((role) => ({
      role,
      model: casting.modelFor(role),
    }));
    expect(() => requireReady(cast)).toThrow(
      /^5 keys are missing:\n( {2}[A-Z]+_API_KEY .*needed by .*\n?){5}$/,
    );
  });
});

describe.concurrent("the config file", () => {
  const seeGuide = /docs\/guide\/configuration\.md/;
  test.each([
    ["a syntax error", "export default { budget: 5,, };", /cannot be loaded\. SyntaxError: /],
    [
      "an unknown option: the nearest one",
      "export default { bugdet: 5 };",
      /Unknown option "bugdet"\. Did you mean budget\?/,
    ],
    [
      "a wrong type, and an unknown option inside another",
      'export default { budget: "five", retry: { atempts: 2 } };',
      /budget: .*expected number, received string\n {2}Unknown option "retry\.atempts"\. Did you mean attempts\?/,
    ],
    ["no default export", "export const budget = 5;", /has no default export\. Write: export default/],
    ["an error of its own", 'throw new Error("boom");', /cannot be loaded\. Error: boom/],
  ])("%s", async (what, text, message) => {
    const cwd = join(root, `config, ${what}`);
    mkdirSync(cwd);
    writeFileSync(join(cwd, "rehearse.config.ts"), text);
    await expectUntouched(cwd, () =>
      expectRefused(
        ["ask", "hi"],
        {
          exit: 2,
          code: "bad-settings",
          message: new RegExp(`rehearse\\.config\\.ts:[\\s\\S]*${message.source}`),
          remedy: seeGuide,
        },
        cwd,
      ),
    );
  });
});

describe.concurrent("the folder", () => {
  test("a file in its place", async () => {
    const file = join(root, "not-a-folder");
    writeFileSync(file, "mine");
    await expectRefused(["ask", "hi", "--run", file], {
      exit: 2,
      code: "not-a-folder",
      message: /not-a-folder is a file/,
      remedy: /another folder/,
    });
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  // Root may read everything: without the two capabilities that say so, it is hindered like anybody else.
  const asAnybody = isRoot ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"] : [];
  const canBeHindered = !isRoot || spawnSync(asAnybody[0]!, [...asAnybody.slice(1), "true"]).status === 0;
  const refusedAsAnybody = async (args: string[], expected: Refusal) => {
    const [command, ...rest] = [...asAnybody, process.execPath, main, ...args, "--json"];
    expectRefusal(await run(command!, rest, root), expected);
  };

  test.skipIf(!canBeHindered)("one that may not be entered, and a journal that may not be read", async () => {
    const closed = copyOfGood("closed");
    const before = bytesBelow(closed);
    chmodSync(closed, 0o000);
    await refusedAsAnybody(["ask", "hi", "--run", closed], {
      exit: 2,
      code: "no-permission",
      message: /Cannot lock .*closed: permission denied \(EACCES\)/,
      remedy: /Give this user access/,
    });
    chmodSync(closed, 0o755);
    chmodSync(journalIn(closed), 0o000);
    await refusedAsAnybody(["ask", "hi", "--run", closed], {
      exit: 2,
      code: "cannot-read",
      message: /Cannot read .*calls\.jsonl: permission denied \(EACCES\)/,
      remedy: /Give this user access/,
    });
    chmodSync(journalIn(closed), 0o644);
    expect(bytesBelow(closed)).toEqual(before);
  });

  test("one that another process works in", async () => {
    const dir = copyOfGood("locked");
    await using _lock = await lockFolder(dir, { clock: systemClock });
    await expectUntouched(dir, () =>
      expectRefused(["ask", "hi", "--run", dir], {
        exit: 2,
        code: "folder-locked",
        message: new RegExp(`locked is in use by process ${process.pid} since 20`),
        remedy: new RegExp(`Wait until it is done, or end it \\(kill ${process.pid}\\)`),
      }),
    );
  });
});

describe.concurrent("the journal", () => {
  test("written by a newer version: the folder stays as it is, byte by byte", async () => {
    const dir = copyOfGood("newer");
    const [, ...rest] = readFileSync(journalIn(dir), "utf8").split("\n");
    // With a torn last line, which must not be cut off either.
    writeFileSync(
      journalIn(dir),
      [
        journalLine({ type: "journal", version: 2, created: "2027-01-01T00:00:00.000Z" }).trimEnd(),
        ...rest,
      ].join("\n") + '{"crc":"',
    );
    const refusal = {
      exit: 2,
      code: "newer-journal",
      message: /has journal format 2; this version reads up to 1/,
      remedy: /Upgrade rehearse, or start a new run.*not touched/,
    };
    await expectUntouched(dir, async () => {
      await expectRefused(["ask", "hi", "--run", dir], refusal);
      await expectRefused(["cost", dir], refusal);
    });
  });

  test.each([
    ["somebody else's", '{"hello":1}\n{"torn'],
    ["somebody else's checksummed lines", `${journalLine({ v: 1, hash: "h", answer: 1 })}{"crc":"to`],
  ])("%s file in its place stays as it is", async (what, text) => {
    const dir = join(root, `foreign, ${what}`);
    mkdirSync(dir);
    writeFileSync(journalIn(dir), text);
    await expectUntouched(dir, () =>
      expectRefused(["ask", "hi", "--run", dir], {
        exit: 2,
        code: "not-a-journal",
        message: /calls\.jsonl does not start with a journal header/,
        remedy: /not touched/,
      }),
    );
  });

  test("a folder in its place", async () => {
    const dir = join(root, "folder-as-journal");
    mkdirSync(journalIn(dir), { recursive: true });
    const refusal = {
      exit: 2,
      code: "cannot-read",
      message: /calls\.jsonl: a folder stands where a file is wanted/,
      remedy: /move the folder away/,
    };
    await expectRefused(["ask", "hi", "--run", dir], refusal);
    await expectRefused(["cost", dir], refusal);
    expect(readdirSync(dir)).toEqual(["calls.jsonl"]);
  });

  test("another question in the same folder", async () => {
    const dir = copyOfGood("changed");
    await expectUntouched(dir, () =>
      expectRefused(["ask", "something else", "--run", dir], {
        exit: 2,
        code: "request-changed",
        message: /Call "ask\/0" was journaled with another request/,
        remedy: /another folder/,
      }),
    );
  });

  test("a flipped bit: the line is left out, and that is said; the file stays as it is", async () => {
    const dir = copyOfGood("flipped");
    const bytes = readFileSync(journalIn(dir));
    const line =
      bytes
        .toString("latin1")
        .split("\n")
        .findIndex((text) => text.includes('"type":"end"')) + 1;
    bytes[bytes.indexOf('"billing"') + 3]! ^= 4;
    writeFileSync(journalIn(dir), bytes);
    await expectUntouched(dir, async () => {
      const { exit, stdout, stderr } = await rehearse(["cost", dir, "--json"]);
      expect({ exit, stderr }).toEqual({
        exit: 0,
        stderr: `Line ${line} is damaged and was left out: totals may be too low.\n`,
      });
      // What the line had booked is not lost from sight: its attempt is possibly billed.
      expect(JSON.parse(stdout)).toMatchObject({
        all: { attempts: 1, tokens: { input: 0 }, possiblyBilled: { attempts: 1 } },
        calls: { completed: 1 },
      });
    });
    const again = await rehearse(["ask", "hi", "--run", dir]);
    expect(again).toMatchObject({
      exit: 0,
      stderr: expect.stringMatching(
        new RegExp(
          `^Line ${line} of .*calls\\.jsonl \\(\\d+ bytes\\) is damaged and was left out[\\s\\S]*from the journal, at no cost`,
        ),
      ) as unknown,
    });
    expect(readFileSync(journalIn(dir))).toEqual(bytes);
  });

  test("a torn last line: said, left alone by cost, dropped by the next run, and all before it kept", async () => {
    const dir = copyOfGood("torn");
    const whole = readFileSync(journalIn(dir));
    const torn = '{"crc":"0123';
    writeFileSync(journalIn(dir), `${whole.toString()}${torn}`);
    await expectUntouched(dir, async () => {
      const { exit, stdout, stderr } = await rehearse(["cost", dir, "--json"]);
      expect({ exit, stderr }).toEqual({
        exit: 0,
        stderr: `The last line is torn (${torn.length} bytes) and was left out.\n`,
      });
      expect(JSON.parse(stdout)).toMatchObject({
        all: { attempts: 1, possiblyBilled: { attempts: 0 } },
        calls: { completed: 1 },
      });
    });
    const again = await rehearse(["ask", "hi", "--run", dir]);
    expect(again.exit).toBe(0);
    expect(again.stderr).toMatch(
      new RegExp(`^Dropped a torn last line of ${torn.length} bytes from .*calls\\.jsonl\\.$`, "m"),
    );
    expect(again.stderr).toContain("from the journal, at no cost");
    expect(readFileSync(journalIn(dir))).toEqual(whole);
  });
});

describe("a full disk", () => {
  // A small disk in a mount namespace of its own: it is gone with its last process, whatever happens here.
  const apart = ["unshare", isRoot ? "-m" : "-rm"] as const;
  const canMount = spawnSync(apart[0], [apart[1], "mount", "-t", "tmpfs", "tmpfs", tmpdir()]).status === 0;

  /** Fills the disk up to so many free blocks, asks, and brings out what is on it then. */
  const script = `
    set -e
    disk=$1 from=$2 out=$3; shift 3
    mount -t tmpfs -o size=64k tmpfs "$disk"
    cp -r "$from" "$disk/run"
    fill() { rm -f "$disk/filler"; head -c $(( ($(stat -f -c %a "$disk") - $1) * $(stat -f -c %S "$disk") )) /dev/zero > "$disk/filler"; }
    ask() { "$@" ask hi --run "$disk/run" --json > "$out/$name.stdout" 2> "$out/$name.stderr" && code=0 || code=$?; echo $code > "$out/$name.exit"; cp -r "$disk/run" "$out/$name"; }
    name=none fill 0; name=none ask "$@"
    name=lock fill 1; name=lock ask "$@"
    rm "$disk/filler"; name=room ask "$@"`;

  test.skipIf(!canMount)(
    "not even a lock fits, then no line: nothing is lost, and with room it goes on",
    async () => {
      const from = join(root, "almost-a-block");
      await fillBlock(from);
      const [disk, out] = [join(root, "disk"), join(root, "out")];
      for (const dir of [disk, out]) mkdirSync(dir);
      const { exit, stderr } = await run(
        apart[0],
        [apart[1], "sh", "-c", script, "sh", disk, from, out, process.execPath, main],
        root,
      );
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
      const ended = (name: string): Ended => ({
        exit: Number(readFileSync(join(out, `${name}.exit`), "utf8")),
        stdout: readFileSync(join(out, `${name}.stdout`), "utf8"),
        stderr: readFileSync(join(out, `${name}.stderr`), "utf8"),
      });

      const full = { exit: 3, code: "disk-full", remedy: /Free some disk space and run it again/ };
      expectRefusal(ended("none"), { ...full, message: /Cannot lock .*run: the disk is full \(ENOSPC\)/ });
      expectRefusal(ended("lock"), {
        ...full,
        message: /Cannot append to .*calls\.jsonl: the disk is full \(ENOSPC\)/,
      });
      const before = bytesBelow(from);
      expect(bytesBelow(join(out, "none"))).toEqual(before);
      expect(bytesBelow(join(out, "lock"))).toEqual(before);

      const { exit: atLast, stdout } = ended("room");
      expect({ atLast, source: (JSON.parse(stdout) as { source: string }).source }).toEqual({
        atLast: 0,
        source: "model",
      });
      expect(bytesBelow(join(out, "room"))["calls.jsonl"]!.startsWith(before["calls.jsonl"]!)).toBe(true);
    },
  );

  /** A journal whose last block has room for part of a line only. */
  async function fillBlock(dir: string): Promise<void> {
    mkdirSync(dir);
    const journal = openJournal(journalIn(dir), { clock: systemClock });
    const size = () => statSync(journalIn(dir)).size;
    const pad = (index: number, length: number) =>
      journal.done({ call: `pad/${index}`, hash: "h", result: "x".repeat(length) });
    const before = size();
    pad(0, 0);
    const line = size() - before;
    pad(1, 2 * 4096 - 50 - size() - line);
    expect(size()).toBe(2 * 4096 - 50);
    await journal.close();
  }
});
