/** The real binary in a real process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { main, startRehearse } from "../../support/cli/rehearse-process.ts";

const frame = new URL("../../../src/cli/frame/index.ts", import.meta.url).href;

/** An empty environment, so that the machine's settings do not decide about colours. */
function start(args: string[], command = process.execPath, env: Record<string, string> = {}) {
  const child = spawn(command, args, { cwd: tmpdir(), env, stdio: ["ignore", "pipe", "pipe"] });
  const seen = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (seen.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (seen.stderr += text));
  const end = once(child, "close").then(([exit]) => ({ exit: exit as number | null, ...seen }));
  return { child, seen, end };
}

/** Only the system's tools are on the path of the clone's launcher. */
const system = { PATH: "/usr/bin:/bin" };

test("what a narrator's module prints is not on stdout", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "printing-"));
  writeFileSync(
    join(cwd, "prints.mjs"),
    `console.log("loaded"); export default ({ turn }) => (console.info("called"), { text: "Rain, for the " + turn + ". hour." });`,
  );
  const cast = ["--player-model", "house", "--classifier", "none", "--observer", "none"];
  const { exit, stdout, stderr } = await startRehearse(
    ["play", "--narrator", "./prints.mjs", ...cast, "--max-turns", "3", "--json"],
    { cwd, env: {} },
  ).ended;
  expect([exit, (JSON.parse(stdout) as { turns: number }).turns]).toEqual([0, 3]);
  expect(stderr).toMatch(/loaded[^]*called/);
});

const launcher = fileURLToPath(new URL("../../../rehearse", import.meta.url));

test("./rehearse runs on the Node of node_modules, from any folder, and keeps compiled code", async () => {
  const cache = mkdtempSync(join(tmpdir(), "compiled-"));
  const { exit, stdout } = await start(["--help"], launcher, { ...system, NODE_COMPILE_CACHE: cache }).end;
  expect(exit).toBe(0);
  expect(stdout).toContain("rehearse <command> [flags]");
  expect(readdirSync(cache)[0]).toMatch(/^v24\./);
});

test("./rehearse without installed dependencies names the command to run", async () => {
  const dir = mkdtempSync(join(tmpdir(), "clone-"));
  copyFileSync(launcher, join(dir, "rehearse"));
  const { exit, stderr } = await start(["--help"], join(dir, "rehearse"), system).end;
  expect(exit).toBe(2);
  expect(stderr).toMatch(/^Dependencies are not installed in .* Run: npx -y pnpm@12 --dir '.*' install\n$/);
});

test.each(["cli/main.ts", "index.ts", "vitest.ts"])("an older Node is refused by %s", async (entry) => {
  const older = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" });';
  const path = JSON.stringify(fileURLToPath(new URL(`../../../src/${entry}`, import.meta.url)));
  const { exit, stderr } = await start(["-e", `${older} import(${path});`]).end;
  expect(exit).toBeGreaterThan(0);
  expect(stderr).toContain(
    "Error: Rehearse needs Node 22.18 or newer; this is Node 20.20.2.\nInstall a newer Node",
  );
});

test("a closed output pipe ends it quietly", async () => {
  const { child, end } = start([main, "--help"]);
  child.stdout.destroy();
  expect(await end).toMatchObject({ exit: 0, stderr: "" });
});

/** A process around the frame with one command, which reports when it works. */
const program = (run: string) => `
  import { runCli } from ${JSON.stringify(frame)};
  const work = { name: "work", summary: "", options: [], arguments: [], examples: [], run: ${run} };
  const commands = [{ name: "work", group: "Play", summary: "", load: async () => work }];
  const { stdout, stderr } = process;
  process.exit(await runCli({ argv: ["work"], commands, version: () => "", stdout, stderr, host: process }));`;

async function started(run: string) {
  const running = start(["--input-type=module", "-e", program(run)]);
  await once(running.child.stdout, "data");
  return running;
}

test("a second Ctrl+C ends an unresponsive command", async () => {
  const { child, end } = await started(`async ({ io }) => {
    setInterval(() => {}, 1_000);
    io.out("working");
    await new Promise(() => {});
  }`);
  child.kill("SIGINT");
  await once(child.stderr, "data");
  child.kill("SIGINT");
  expect(await end).toMatchObject({ exit: 130 });
});

test("an unhandled rejection is a bug with exit 3", async () => {
  const { exit, stderr } = await start([
    "--input-type=module",
    "-e",
    program(`async () => {
    void Promise.reject(new Error("stray"));
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }`),
  ]).end;
  expect(exit).toBe(3);
  expect(stderr).toContain("stray");
  expect(stderr).toContain("This is a bug in rehearse");
});
