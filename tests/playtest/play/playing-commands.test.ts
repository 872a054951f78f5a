/** The output of play, replay, resume and checkpoint besides the session itself. */
import { beforeAll, expect, test } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import { turnPath } from "../../../src/playtest/index.ts";
import { MemoryStream, runCommand } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

const rehearse = (...argv: string[]) => runCommand(argv);
const short = ["--narrator", "house", "--max-turns", "3"];

let parent: Awaited<ReturnType<typeof houseSession>>;
beforeAll(async () => void (parent = await houseSession({ seed: 3, maxTurns: 8 })));

test("without a seed one is drawn, printed and kept; a given seed is used", async () => {
  const out = emptyFolder();
  const drawn = [
    await rehearse("play", ...short, "--out", out, "--json"),
    await rehearse("play", ...short, "--out", out, "--json"),
  ].map(({ stdout, stderr }) => ({ result: JSON.parse(stdout) as SessionResult, stderr }));
  for (const { result, stderr } of drawn) expect(stderr).toContain(`Seed ${result.seed} (random)`);
  expect(drawn[0]!.result.seed).not.toBe(drawn[1]!.result.seed);
  const given = await rehearse(
    "play",
    ...short,
    "--out",
    out,
    "--json",
    "--seed",
    String(drawn[0]!.result.seed),
  );
  expect(given.stderr).not.toContain("drawn");
  expect((JSON.parse(given.stdout) as SessionResult).models.players).toEqual(drawn[0]!.result.models.players);
});

test("progress on a terminal: turn, pulse, cost, speaker, branch; pulses count from the branch point", async () => {
  const stderr = new MemoryStream();
  stderr.isTTY = true;
  stderr.columns = 0;
  await runCommand(
    ["replay", "--checkpoint", turnPath(parent.dir, 6), "--turns", "1", "--out", emptyFolder()],
    { stderr },
  );
  const { group, expectedPulses } = parent.state.config;
  const pulses = parent.state.pulses.filter((turn) => turn <= 6).length;
  expect(pulses).toBeGreaterThan(0);
  const shown = stderr.text.split("\r\u001b[2K").filter((line) => line !== "");
  expect(shown.find((line) => line.includes("narrator"))).toBe(
    `replay turn 7, pulse ${pulses}/${expectedPulses}, narrator`,
  );
  expect(stderr.text).toContain(`${group.players[group.spokesperson]!.name} speaks for the group`);
  expect(shown.find((line) => line.includes("players: "))).toContain(`players: ${group.players[0]!.name}`);
});
