/**
 * A folder that becomes read-only during a session: the cause is named, exit 3, and the session can be resumed. Each
 * cause is real; the narrator triggers it in its third turn.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadLatest } from "../../../src/playtest/index.ts";
import { main, runRehearse } from "../../support/cli/rehearse-process.ts";
import { emptyFolder } from "../house-session.ts";

const env = { PATH: process.env["PATH"]! };
const isRoot = process.getuid?.() === 0;
const works = (command: string[]) => spawnSync(command[0]!, command.slice(1)).status === 0;

type Cause = {
  errno: string;
  says: string;
  /** Makes "$1" read-only, and writable again. */
  spoil: string;
  mend: string;
  /** What the command is started with. */
  as?: string[];
  possible: boolean;
};

// Root may write everything. Without these two capabilities it is restricted like any other user.
const asAnybody = isRoot ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"] : [];
// Only the command sees the mounts, and they end with it.
const apart = ["unshare", isRoot ? "-m" : "-rm"];

const immutable = emptyFolder("immutable-");
const canBeImmutable = works(["chattr", "+i", immutable]);
if (canBeImmutable) works(["chattr", "-i", immutable]);

const causes: Cause[] = [
  {
    errno: "EACCES",
    says: "permission denied",
    spoil: 'chmod 555 "$1"',
    mend: 'chmod 755 "$1"',
    as: asAnybody,
    possible: !isRoot || works([...asAnybody, "true"]),
  },
  {
    errno: "EPERM",
    says: "the operation is not permitted",
    spoil: 'chattr +i "$1"',
    mend: 'chattr -i "$1"',
    possible: canBeImmutable,
  },
  {
    errno: "EROFS",
    says: "the file system is read-only",
    spoil: 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"',
    mend: "true",
    as: apart,
    possible: works([...apart, "mount", "-t", "tmpfs", "tmpfs", tmpdir()]),
  },
  {
    errno: "ENOTDIR",
    says: "part of the path is a file, not a folder",
    spoil: 'mv "$1" "$1.away" && touch "$1"',
    mend: 'rm "$1" && mv "$1.away" "$1"',
    possible: true,
  },
  {
    errno: "ENOENT",
    says: "it does not exist",
    spoil: 'mv "$1" "$1.away"',
    mend: 'mv "$1.away" "$1"',
    possible: true,
  },
];

/** Tells a story, and makes the folder of its own session (or the one above) unwritable before its third turn. */
const narrator = (script: string, depth: string) => `
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
export default ({ turn }) => {
  const [dir] = globSync(${JSON.stringify(depth)});
  if (turn === 3) execFileSync("sh", ["-c", ${JSON.stringify(script)}, "sh", dir]);
  return { text: \`The path bends past mill \${turn * 7}, where miller number \${turn * 13} greets the group.\` };
};
`;

/** A folder that can be removed again, also when a test fails before it is mended. */
function mendedFolder(): string {
  const cwd = emptyFolder();
  onTestFinished(() => void spawnSync("chattr", ["-R", "-i", cwd]));
  return cwd;
}

const players = ["--player-model", "house", "--classifier", "house", "--seed", "1", "--max-turns", "5"];

for (const { errno, says, spoil, mend, as = [], possible } of causes) {
  test.skipIf(!possible)(
    `${errno} in mid-session is named, exit 3, and the session is resumed`,
    { timeout: 60_000 },
    async () => {
      const cwd = mendedFolder();
      writeFileSync(join(cwd, "narrator.mjs"), narrator(spoil, "out/*"));
      const play = ["play", "--narrator", "./narrator.mjs", ...players, "--out", "out", "--json"];
      const [command, ...rest] = [...as, process.execPath, main, ...play] as [string, ...string[]];
      const { status, stdout, stderr } = spawnSync(command, rest, { cwd, encoding: "utf8", env });
      const dir = join("out", readdirSync(join(cwd, "out"))[0]!.replace(".away", ""));
      expect({ status, stderr }).toEqual({
        status: 3,
        stderr: expect.stringMatching(
          new RegExp(
            `^Cannot write ${dir}/turn-[23]\\.json: ${says} \\(${errno}\\)\\.\nThe folder was writable when the run started\\. .*\nResume with: .*resume ${dir} --allow-narrator \\S+/narrator\\.mjs\n$`,
          ),
        ),
      });
      expect(JSON.parse(stdout)).toMatchObject({
        outcome: "interrupted",
        why: expect.stringContaining(errno),
      });

      expect(spawnSync("sh", ["-c", mend, "sh", dir], { cwd }).status).toBe(0);
      writeFileSync(join(cwd, "narrator.mjs"), narrator("true", "out/*"));
      const resume = ["resume", dir, "--allow-narrator", "./narrator.mjs", "--json"];
      expect(await runRehearse(resume, { cwd, env })).toMatchObject({ exit: 0 });
      expect(loadLatest(join(cwd, dir)).state.turn).toBe(5);
      expect(existsSync(join(cwd, dir, ".lock"))).toBe(false);
    },
  );
}

test.skipIf(!canBeImmutable)(
  "a matrix with a folder that becomes read-only: exit 3, and it is resumed",
  { timeout: 60_000 },
  async () => {
    const cwd = mendedFolder();
    mkdirSync(join(cwd, "out"));
    writeFileSync(join(cwd, "narrator.mjs"), narrator('chattr +i "$1"', "out/smoke-*"));
    const small = ["--preset", "smoke", "--stories", "innsmouth", "--sessions", "1"];
    const matrix = ["matrix", ...small, "--narrator", "./narrator.mjs", ...players, "--out", "out"];
    const { status, stderr } = spawnSync(process.execPath, [main, ...matrix], { cwd, encoding: "utf8", env });
    const dir = join("out", readdirSync(join(cwd, "out"))[0]!);
    expect(spawnSync("chattr", ["-i", dir], { cwd }).status).toBe(0);
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringMatching(
        /Cannot (?:write|create) .*: the operation is not permitted \(EPERM\)\.\nThe folder was writable when the run started/,
      ),
    });
    writeFileSync(join(cwd, "narrator.mjs"), narrator("true", "out/*"));
    const resume = ["resume", dir, "--allow-narrator", "./narrator.mjs"];
    expect(await runRehearse(resume, { cwd, env })).toMatchObject({ exit: 0 });
    expect(readFileSync(join(cwd, dir, "report.md"), "utf8")).toContain("#");
  },
);
