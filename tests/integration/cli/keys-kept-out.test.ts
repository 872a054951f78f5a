/** A key of a provider or in a header: everything works with it, and nothing that is written or printed has it. */
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCheckpoint } from "../../../src/playtest/index.ts";
import { runRehearse, startRehearse, type Ended } from "../../support/cli/rehearse-process.ts";
import { sendJson, startServer } from "../../support/loopback-server.ts";
import { makeWorkspace, type Workspace } from "../../support/server/served-workspace.ts";

const secrets = {
  provider: "pk-c1b0/ffee+key",
  narratorHeader: "nh-71c0/ffee+key",
  targetHeader: "hk-d1c0-ffee-key",
  writtenHeader: "wh-e1d0-ffee-key",
};

let workspace: Workspace;
let server: Awaited<ReturnType<typeof startServer>>;
let config: string;
/** What was printed, by command. */
const printed: Array<[string, string]> = [];
/** Requests that came without their key. */
const strangers: string[] = [];
/** The narrator refuses requests for this turn, and quotes what it got. */
let refusesTurn = 0;

beforeAll(async () => {
  workspace = makeWorkspace();
  server = await startServer(async (request, response) => {
    const { url = "", headers } = request;
    const got = `${headers.authorization} and ${String(headers["x-api-key"])}`;
    const { turn } = (await json(request)) as { turn?: number };
    const key = { "/tell": secrets.narratorHeader, "/rag": secrets.targetHeader }[url] ?? secrets.provider;
    const isKnown = headers.authorization === `Bearer ${key}`;
    if (!isKnown || (url === "/rag" && headers["x-api-key"] !== secrets.writtenHeader)) strangers.push(url);
    if (url.startsWith("/v1")) return sendJson(response, `no model: ${got}`, 400);
    if (turn === undefined) return sendJson(response, { selections: [], text: got });
    if (turn === refusesTurn) return sendJson(response, `not now: ${got}`, 400);
    sendJson(response, { text: `Turn ${turn}. The sign says ${got}. What do you do?`, state: { got } });
  });
  const elsewhere = mkdtempSync(join(tmpdir(), "settings-"));
  config = join(elsewhere, "rehearse.config.mjs");
  const narratorHeaders = { [`${server.url}/tell`]: { authorization: "Bearer ${TELL_TOKEN}" } };
  writeFileSync(config, `export default ${JSON.stringify({ narratorHeaders })};`);
  writeFileSync(
    join(elsewhere, "rag.yaml"),
    `url: ${server.url}/rag\nheaders:\n  authorization: Bearer \${RAG_TOKEN}\n  x-api-key: ${secrets.writtenHeader}\n`,
  );
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  workspace?.[Symbol.dispose]();
});

/** In a process of its own, which knows no key but those it was given. */
async function rehearse(args: readonly string[], wanted: number): Promise<Ended> {
  const ended = await startRehearse([...args, "--config", config], {
    cwd: workspace.dir,
    env: {
      LOCAL_API_KEY: secrets.provider,
      LOCAL_BASE_URL: `${server.url}/v1`,
      TELL_TOKEN: secrets.narratorHeader,
      RAG_TOKEN: secrets.targetHeader,
    },
  }).ended;
  printed.push([args.join(" "), ended.stdout + ended.stderr]);
  expect(ended.exit, ended.stdout + ended.stderr).toBe(wanted);
  return ended;
}

/** A command without any key: this process knows none of them, so it could not keep one out either. */
async function withoutKeys(...args: string[]): Promise<void> {
  const ended = await runRehearse(args, { cwd: workspace.dir, env: {} });
  printed.push([args.join(" "), ended.stdout + ended.stderr]);
  expect(ended.exit, ended.stderr).toBe(0);
}

const quick = ["--player-model", "house", "--classifier", "house", "--seed", "1", "--players", "2"];
const files = ["--comment", "comment.md", "--junit", "junit.xml", "--json"];

/** Files below a folder that hold a secret in any form. */
function leaksIn(dir: string, keys: Record<string, string> = secrets): string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(dir, name);
    if (!statSync(path).isFile()) return [];
    const isTurn = /\/turn-\d+\.json$/.test(name) && !name.includes("/readings");
    const turn = isTurn ? JSON.stringify(loadCheckpoint(path)) : "";
    return leaks(name, readFileSync(path, "utf8") + turn, keys);
  });
}

const leaks = (where: string, text: string, keys: Record<string, string> = secrets): string[] =>
  Object.entries(keys).flatMap(([name, secret]) =>
    [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")]
      .filter((form) => text.includes(form))
      .map((form) => `${name} as ${form} in ${where}`),
  );

function expectNoSecret(): void {
  expect(strangers).toEqual([]);
  expect(printed.flatMap(([command, text]) => leaks(`the output of ${command}`, text))).toEqual([]);
  expect(leaksIn(workspace.dir)).toEqual([]);
}

test("a session is played, stopped, resumed, replayed and exported with a key in a header of its narrator", async () => {
  refusesTurn = 3;
  const play = [
    "play",
    "--narrator",
    `${server.url}/tell`,
    ...quick,
    "--observer",
    "none",
    "--max-turns",
    "4",
  ];
  const stopped = await rehearse([...play, ...files], 3);
  refusesTurn = 0;
  const { dir } = JSON.parse(stopped.stdout) as { dir: string };
  const allow = ["--allow-narrator", `${server.url}/tell`];
  await rehearse(["resume", dir, ...allow, ...files], 0);
  await rehearse(["replay", "--checkpoint", `${dir}/turn-2.json`, "--turns", "1", ...allow], 0);
  await rehearse([...play, "--record", "recording"], 0);
  await withoutKeys("play", "--recording", "recording", "--out", "replayed");
  for (const kind of [["--public"], []]) await withoutKeys("export", dir, ...kind);
  expectNoSecret();
}, 300_000);

test("a reader whose vendor quotes its key, and the headers of a target file", async () => {
  await rehearse(
    ["play", "--narrator", "house", ...quick, "--observer", "local/reader", "--max-turns", "3"],
    0,
  );
  const banks = ["--banks", "semantic", "--kb", "kb", "--test-banks", "test_banks"];
  const target = join(config, "..", "rag.yaml");
  await rehearse(["check", ...banks, "--target", target, "--record", "service", ...files], 0);
  const result = readdirSync(join(workspace.dir, "results")).find((name) => /^results_.*json$/.test(name));
  await withoutKeys("export", `results/${result}`, "--kb", "kb", "--test-banks", "test_banks");
  // A check has no players.
  await rehearse(["export", `results/${result}`, "--public"], 2);
  expectNoSecret();
}, 300_000);

test.each([
  ["http://127.0.0.1:1/tell?api_key=", "w1-01f0-ffee-key", ""],
  ["http://nobody:", "w2-01f0-ffee-key", "@127.0.0.1:1/tell"],
  ["http://127.0.0.1:x/tell?api_key=", "w3-01f0-ffee-key", ""],
  ["htp://nobody:", "w4-01f0-ffee-key", "@127.0.0.1:1/tell?api_key=x"],
  ["127.0.0.1:1/tell?api_key=", "w5-01f0-ffee-key", ""],
  ["http://nobody:a/", "w6-01f0-ffee-key", "@127.0.0.1:1/tell"],
])("an address with a key is refused without being quoted: %s…", async (before, key, after) => {
  const address = `${before}${key}${after}`;
  const banks = ["--banks", "semantic", "--kb", "kb", "--test-banks", "test_banks"];
  for (const [env, ...args] of [
    [{}, "play", "--narrator", address, ...quick],
    [{}, "check", ...banks, "--target", address, "--json"],
    [{ LOCAL_BASE_URL: address }, "play", "--narrator", "house", ...quick],
  ] satisfies Array<[Record<string, string>, ...string[]]>) {
    const { exit, stdout, stderr } = await runRehearse(args, { cwd: workspace.dir, env });
    expect(exit).toBeGreaterThan(1);
    expect(stdout + stderr).not.toContain(key);
  }
  expect(leaksIn(workspace.dir, { key })).toEqual([]);
});
