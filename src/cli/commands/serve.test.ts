import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { MemoryHost, MemoryStream, runInMemory } from "../../../tests/support/cli/run-in-memory.ts";
import serve from "./serve.ts";

afterEach(() => vi.unstubAllEnvs());

test("help names every folder that is shown", () => {
  for (const folder of ["sessions", "matrices", "ab", "bisects"])
    expect(serve.description).toContain(`\`${folder}\``);
});

const token = "0123456789abcdef01234567";
/** Starts the server, sends a request without and one with the token, and stops it. */
async function served(): Promise<{ statuses: number[]; exit: number; printed: string }> {
  const [stdout, stderr, host] = [new MemoryStream(), new MemoryStream(), new MemoryHost()];
  const running = runInMemory([serve], ["serve", "--port", "0", "--json"], { stdout, stderr, host });
  await expect.poll(() => stdout.text, { timeout: 10_000 }).toContain("url");
  const { url } = JSON.parse(stdout.text) as { url: string };
  const ask = async (headers: Record<string, string>) => (await fetch(`${url}/healthz`, { headers })).status;
  const statuses = [await ask({}), await ask({ authorization: `Bearer ${token}` })];
  host.emit("SIGINT");
  const { exit } = await running;
  return { statuses, exit, printed: stdout.text + stderr.text };
}

test("the token comes from the environment, and is never printed", async () => {
  vi.stubEnv("REHEARSE_TOKEN", token);
  const { statuses, exit, printed } = await served();
  expect({ statuses, exit }).toEqual({ statuses: [401, 200], exit: 130 });
  expect(printed).not.toContain(token);
  expect(printed).toMatch(/A login is required: [\s\S]*start the server again and open Runs → Resume/);
});

test("a missing workspace or a short token does not start", async () => {
  const start = (...argv: string[]) => runInMemory([serve], ["serve", "--port", "0", "--json", ...argv]);
  const missing = await start("--workspace", join(tmpdir(), "no-such-workspace"));
  expect({ ...missing, stdout: JSON.parse(missing.stdout) as unknown }).toMatchObject({
    exit: 2,
    stdout: { error: { code: "not-found" } },
  });
  for (const [flag, value] of [
    ["--target", "nope.mts"],
    ["--target", "nope.yaml"],
    ["--target", "ofline"],
    ["--target", tmpdir()],
    ["--kb", "nope"],
    ["--test-banks", "nope"],
    ["--allow-narrator", "nope.mts"],
  ] as const)
    expect(await start(flag, value)).toMatchObject({ exit: 2, stdout: expect.stringContaining(value) });
  vi.stubEnv("REHEARSE_TOKEN", "short");
  expect((await start()).exit).toBe(2);
});
