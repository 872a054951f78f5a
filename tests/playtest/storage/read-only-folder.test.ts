/**
 * A folder that becomes read-only during a session: the cause is named, exit 3, and the session can be resumed. Each
 * cause is real; the narrator triggers it in its third turn.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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

const players = ["--player-model", "house", "--classifier", "house", "--seed", "1", "--max-turns", "5"];

for (const { errno, says, spoil, mend, as = [], possible } of causes) {
  test.skipIf(!possible)(
    `${errno} in mid-session is named, exit 3, and the session is resumed`,
    { timeout: 60_000 },
    async () => {
      const cwd = emptyFolder();
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
