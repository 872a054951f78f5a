/** Damaged, newer or foreign journals, and a full disk, through the real binary: nothing is lost. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { openJournal } from "../../../src/kernel/journal/index.ts";
import { bytesBelow, expectUntouched } from "../../support/cli/folder-bytes.ts";
import {
  copyOfGood,
  env,
  expectRefusal,
  expectRefused,
  isRoot,
  journalIn,
  rehearse,
  root,
} from "../../support/cli/refused-command.ts";
import { main } from "../../support/cli/rehearse-process.ts";

/** A journal line, made by hand. */
function journalLine(rest: object): string {
  const tail = JSON.stringify(rest).slice(1);
  return `{"crc":"${crc32(tail).toString(16).padStart(8, "0")}",${tail}\n`;
}

describe.concurrent("the journal", () => {
  test("refuses a journal of a newer version, and leaves the folder unchanged", async () => {
    const dir = await copyOfGood("newer");
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
      remedy: /Upgrade rehearse, or start a new run.*not changed/,
    };
    await expectUntouched(dir, async () => {
      await expectRefused(["ask", "hi", "--run", dir], refusal);
      await expectRefused(["cost", dir], refusal);
    });
  });

  test("a line with a flipped bit is skipped and reported; the file is unchanged", async () => {
    const dir = await copyOfGood("flipped");
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
      // The attempt that the line had booked counts as possibly billed.
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

  test("a torn last line is reported, left in place by `cost` and dropped by the next run", async () => {
    const dir = await copyOfGood("torn");
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
  // A small disk in its own mount namespace: it disappears with its last process.
  const apart = ["unshare", isRoot ? "-m" : "-rm"] as const;
  const canMount = spawnSync(apart[0], [apart[1], "mount", "-t", "tmpfs", "tmpfs", tmpdir()]).status === 0;

  /** Fills the disk up to a number of free blocks, asks, and prints what is on the disk. */
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
    "a run without space for its lock or its next line loses nothing, and works once there is space",
    async () => {
      const from = join(root, "almost-a-block");
      await fillBlock(from);
      const [disk, out] = [join(root, "disk"), join(root, "out")];
      for (const dir of [disk, out]) mkdirSync(dir);
      const { status, stderr } = spawnSync(
        apart[0],
        [apart[1], "sh", "-c", script, "sh", disk, from, out, process.execPath, main],
        { cwd: root, env, encoding: "utf8" },
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      const ended = (name: string) => ({
        exit: Number(readFileSync(join(out, `${name}.exit`), "utf8")),
        stdout: readFileSync(join(out, `${name}.stdout`), "utf8"),
        stderr: readFileSync(join(out, `${name}.stderr`), "utf8"),
      });

      const full = { exit: 3, code: "disk-full", remedy: /Free some disk space and run the command again/ };
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

  /** A journal with room for only part of a line in its last block. */
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
