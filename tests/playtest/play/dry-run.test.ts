/**
 * A dry run of something that cannot start shows the plan and the reason, and exits with 2, so that scripts can check
 * first.
 */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

let dir: string;
let module: string;
let nobody: string;
beforeAll(async () => {
  dir = (await houseSession({ players: 2, maxTurns: 6, seed: 2 })).dir;
  module = join(emptyFolder("narrator-"), "narrator.mjs");
  writeFileSync(module, "export default async () => ({ text: 'The fog thickens.' });\n");
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  nobody = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tell`;
  await new Promise((resolve) => server.close(resolve));
});

const turn = () => join(dir, "turn-4.json");
const commands: Record<string, (narrator: string) => string[]> = {
  play: (narrator) => [
    "play",
    "--narrator",
    narrator,
    "--player-model",
    "house",
    "--classifier",
    "house",
    "--seed",
    "1",
    "--max-turns",
    "30",
  ],
  matrix: (narrator) => [
    "matrix",
    "--preset",
    "smoke",
    "--narrator",
    narrator,
    "--player-model",
    "house",
    "--max-turns",
    "30",
    "--classifier",
    "house",
  ],
};

const dryRun = (...args: string[]) => runCommand([...args, "--dry-run"]);

describe.each(Object.entries(commands))("%s --dry-run", (_, args) => {
  test("without a key shows the plan and exits 2", async () => {
    const { exit, stdout } = await dryRun(...args("opus-4.5"));
    expect({ exit, stdout }).toEqual({
      exit: 2,
      stdout: expect.stringMatching(/Cannot start: .*missing:\n +ANTHROPIC_API_KEY/) as unknown,
    });
  });

  test("a budget does not need the price of your own narrator", async () => {
    const { exit, stdout } = await dryRun(...args(module), "--budget", "5");
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: expect.not.stringContaining("Cannot start") as unknown,
    });
  });

  test("missing keys and prices are in the JSON too", async () => {
    const { exit, stdout } = await dryRun(...args("opus-4.5"), "--json");
    expect(exit).toBe(2);
    const told = JSON.parse(stdout) as { problems: unknown[]; estimate?: object };
    expect(told.problems).toHaveLength(1);
    // The third figure, for each command in the same form.
    const limit = {
      limit: expect.stringMatching(/^(turns|maxTurns)$/) as unknown,
      calls: expect.any(Number) as unknown,
    };
    expect({ ...told, ...told.estimate }).toMatchObject({ atTurnLimit: limit });
  });

  test("with an unknown model exits 2", async () => {
    const { exit, stderr } = await dryRun(...args("opus-45"));
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining('"opus-45"') as unknown });
  });
});

const ignored =
  /^The narrator house follows a script and ignores the prompt\. To test a prompt, name a real model/m;

test.each<[string, () => string[]]>([
  ["play", () => [...commands["play"]!("house"), "--prompt", "structured"]],
  ["ab", () => ["ab", "--checkpoint", turn(), "--b", "prompt=structured,narrator=house"]],
])("%s says that a house narrator ignores the prompt", async (_, args) => {
  expect((await dryRun(...args())).stderr).toMatch(ignored);
});

test.each<[string, () => string[]]>([
  ["play without --prompt", () => commands["play"]!("house")],
  ["play with a real narrator", () => [...commands["play"]!("opus-4.5"), "--prompt", "structured"]],
])("%s does not", async (_, args) => {
  expect((await dryRun(...args())).stderr).not.toContain("ignores the prompt");
});

describe("with a local server", () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    vi.stubEnv("LOCAL_BASE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    server.close();
  });

  test("local models need no price: the budget of a new workspace accepts them, and the plan says how they count", async () => {
    const { exit, stdout } = await dryRun(
      "play",
      "--narrator",
      "local/llama3.2",
      "--player-model",
      "local/llama3.2",
      "--classifier",
      "local/llama3.2",
      "--seed",
      "1",
      "--budget",
      "5",
    );
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: expect.stringMatching(
        /^Note: Not priced: local\/llama3\.2: local, no price set: counted as 0$/m,
      ) as unknown,
    });
  });
});

test("a local server that is down cannot start a session", async () => {
  vi.stubEnv("LOCAL_BASE_URL", nobody);
  const local = [
    "--narrator",
    "local/x",
    "--player-model",
    "local/x",
    "--classifier",
    "local/x",
    "--seed",
    "1",
  ];
  const { exit, stdout } = await dryRun("play", ...local);
  vi.unstubAllEnvs();
  expect({ exit, stdout }).toEqual({
    exit: 2,
    stdout: expect.stringMatching(
      /Cannot start: The local server at \S+ \(LOCAL_BASE_URL\) cannot be reached: connection refused/,
    ),
  });
});
