import { mkdtempSync, writeFileSync } from "node:fs";
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
const file = (text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), "token-")), "token");
  writeFileSync(path, text);
  return path;
};

/** Starts the server, sends a request without and one with the token, and stops it. */
async function served(...argv: string[]): Promise<{ statuses: number[]; exit: number; printed: string }> {
  const [stdout, stderr, host] = [new MemoryStream(), new MemoryStream(), new MemoryHost()];
  const running = runInMemory([serve], ["serve", "--port", "0", "--json", ...argv], { stdout, stderr, host });
  await expect.poll(() => stdout.text, { timeout: 10_000 }).toContain("url");
  const { url } = JSON.parse(stdout.text) as { url: string };
  const ask = async (headers: Record<string, string>) => (await fetch(`${url}/healthz`, { headers })).status;
  const statuses = [await ask({}), await ask({ authorization: `Bearer ${token}` })];
  host.emit("SIGINT");
  const { exit } = await running;
  return { statuses, exit, printed: stdout.text + stderr.text };
}

test("a token comes from a flag, a file or the environment, and is never printed", async () => {
  const wanted = {
    statuses: [401, 200],
    exit: 130,
    printed: expect.stringMatching(
      new RegExp(
        `^(?![\\s\\S]*${token})[\\s\\S]*A login is required: [\\s\\S]*start the server again and open Runs → Resume`,
      ),
    ) as unknown,
  };
  expect(await served("--token", token)).toEqual(wanted);
  expect(await served("--token-file", file(`${token}\n`))).toEqual(wanted);
  vi.stubEnv("REHEARSE_TOKEN", token);
  expect(await served()).toEqual(wanted);
  vi.stubEnv("REHEARSE_TOKEN", "another-token-of-24-letters");
  expect(await served("--token-file", file(token))).toEqual(wanted);
});

test.each([
  [["--token", "short"], "bad-value"],
  [["--token-file", file("short\n")], "bad-value"],
  [["--token-file", file("")], "bad-value"],
  [["--token-file", join(file(""), "none")], "bad-path"],
  [["--token", token, "--token-file", file(token)], "bad-combination"],
])("%j does not start: %s", async (argv, code) => {
  const { exit, stdout } = await runInMemory([serve], ["serve", "--port", "0", "--json", ...argv]);
  expect({ exit, code: (JSON.parse(stdout) as { error: { code: string } }).error.code }).toEqual({
    exit: 2,
    code,
  });
});

test("a short token in the environment does not start", async () => {
  vi.stubEnv("REHEARSE_TOKEN", "short");
  expect((await runInMemory([serve], ["serve", "--port", "0"])).exit).toBe(2);
});
