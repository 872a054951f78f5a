/** A full disk, through the real binary: nothing is lost. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { openJournal } from "../../../src/kernel/journal/index.ts";
import { bytesBelow } from "../../support/cli/folder-bytes.ts";

const root = mkdtempSync(join(tmpdir(), "rehearse-full-disk-"));
const oneCall = fileURLToPath(new URL("../../support/one-call.ts", import.meta.url));
const isRoot = process.getuid?.() === 0;
const journalIn = (dir: string) => join(dir, "calls.jsonl");

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
    ask() { "$@" "$disk/run" > "$out/$name.stdout" 2> "$out/$name.stderr" && code=0 || code=$?; echo $code > "$out/$name.exit"; cp -r "$disk/run" "$out/$name"; }
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
        [apart[1], "sh", "-c", script, "sh", disk, from, out, process.execPath, oneCall],
        { cwd: root, env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" }, encoding: "utf8" },
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      const ended = (name: string) => ({
        exit: Number(readFileSync(join(out, `${name}.exit`), "utf8")),
        stdout: readFileSync(join(out, `${name}.stdout`), "utf8"),
        stderr: readFileSync(join(out, `${name}.stderr`), "utf8"),
      });

      for (const [name, what] of [
        ["none", "Cannot lock"],
        ["lock", "Cannot append to"],
      ] as const) {
        const { exit, stdout, stderr } = ended(name);
        const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
        expect({ exit, code: error.code }).toEqual({ exit: 3, code: "disk-full" });
        expect(error.message).toContain(what);
        expect(stderr).toContain(error.message);
      }
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
