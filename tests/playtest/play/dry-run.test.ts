/**
 * A dry run of something that cannot start shows the plan and the reason, and exits with 2, so that scripts can check
 * first.
 */
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { houseSession } from "../house-session.ts";

let dir: string;
let nobody: string;
beforeAll(async () => {
  dir = (await houseSession({ players: 2, maxTurns: 6, seed: 2 })).dir;
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  nobody = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tell`;
  await new Promise((resolve) => server.close(resolve));
});

const turn = () => join(dir, "turn-4.json");
const play = (narrator: string) => [
  ..."play --player-model house --classifier house --seed 1 --max-turns 30 --narrator".split(" "),
  narrator,
];

const dryRun = (...args: string[]) => runCommand([...args, "--dry-run"]);

test("without a key a dry run shows the plan and exits 2; the problem is in the JSON too", async () => {
  const { exit, stdout } = await dryRun(...play("opus-4.5"));
  expect({ exit, stdout }).toEqual({
    exit: 2,
    stdout: expect.stringMatching(/Cannot start: .*missing:\n +ANTHROPIC_API_KEY/) as unknown,
  });
  const json = await dryRun(...play("opus-4.5"), "--json");
  expect(json.exit).toBe(2);
  const told = JSON.parse(json.stdout) as { problems: unknown[]; estimate: object };
  expect(told.problems).toHaveLength(1);
  expect(told.estimate).toMatchObject({ atTurnLimit: { limit: "maxTurns", turns: 30 } });
});

test("a group that is not drawn yet may need the key of any player: every dry run names the same", async () => {
  const keys = async () => {
    const { stdout } = await dryRun("play", "--narrator", "opus-4.5", "--players", "2");
    return [...stdout.matchAll(/^ +([A-Z]+_API_KEY) +needed/gm)].map(([, key]) => key).toSorted();
  };
  const named = await keys();
  expect(named).toEqual(expect.arrayContaining(["MOONSHOT_API_KEY", "XAI_API_KEY", "ALIBABA_API_KEY"]));
  expect(await keys()).toEqual(named);
});

const ignored =
  /^The narrator house follows a script and ignores the prompt\. To test a prompt, name a real model/m;

test.each<[string, () => string[]]>([
  ["play", () => [...play("house"), "--prompt", "structured"]],
  ["ab", () => ["ab", "--checkpoint", turn(), "--b", "prompt=structured,narrator=house"]],
])("%s says that a house narrator ignores the prompt", async (_, args) => {
  expect((await dryRun(...args())).stderr).toMatch(ignored);
});

test.each<[string, () => string[]]>([
  ["play without --prompt", () => play("house")],
  ["play with a real narrator", () => [...play("opus-4.5"), "--prompt", "structured"]],
])("%s does not", async (_, args) => {
  expect((await dryRun(...args())).stderr).not.toContain("ignores the prompt");
});

test("a local server that is down cannot start a session", async () => {
  vi.stubEnv("LOCAL_BASE_URL", nobody);
  const local = "--narrator local/x --player-model local/x --classifier local/x --seed 1";
  const { exit, stdout } = await dryRun("play", ...local.split(" "));
  vi.unstubAllEnvs();
  expect({ exit, stdout }).toEqual({
    exit: 2,
    stdout: expect.stringMatching(
      /Cannot start: The local server at \S+ \(LOCAL_BASE_URL\) cannot be reached: connection refused.*use other models than local\/x, .*takes --narrator, --player-model, --classifier, --observer/s,
    ),
  });
});
