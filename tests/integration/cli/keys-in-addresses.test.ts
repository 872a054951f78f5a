/** A key in an address, a header or a variable: everything works with it, and nothing that is written or printed has it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCheckpoint } from "../../../src/playtest/index.ts";
import { startRehearse, type Ended } from "../../support/cli/rehearse-process.ts";
import { sendJson, startServer } from "../../support/loopback-server.ts";
import { makeWorkspace, serveWorkspace, type Workspace } from "../../support/server/served-workspace.ts";

const secrets = {
  narratorQuery: "nq-71c0/ffee+key",
  narratorPassword: "np-81d0:ffee@key",
  narratorUser: "nu-91e0ffeekey",
  targetQuery: "tq-a1f0/ffee+key",
  targetPassword: "tp-b1a0ffeekey",
  provider: "pk-c1b0-ffee-key",
  header: "hk-d1c0-ffee-key",
  writtenHeader: "wh-e1d0-ffee-key",
  settings: "sk-f1e0-ffee-key",
  baseQuery: "bq-01f0-ffee-key",
  basePassword: "bp-11a0-ffee-key",
};
type Secret = keyof typeof secrets;
const encoded = (name: Secret) => encodeURIComponent(secrets[name]);
const base64 = (text: string) => Buffer.from(text).toString("base64");

let workspace: Workspace;
let server: Awaited<ReturnType<typeof startServer>>;
/** What was printed, by command. */
const printed: Array<[string, string]> = [];
/** Requests that came without their key. */
const strangers: string[] = [];
/** The narrator refuses requests for this turn, and quotes what it got. */
let refusesTurn = 0;

const narrator = () => `${server.url}/tell`;
const host = () => server.url.replace("http://", "");
const withQuery = () => `${narrator()}?mode=calm&api_key=${encoded("narratorQuery")}`;
const withPassword = () => `http://teller:${encoded("narratorPassword")}@${host()}/tell`;
const target = () => `${server.url}/rag`;

/** The key that each path needs, in the query or as a password. */
function isKnown({ url = "", headers }: IncomingMessage): boolean {
  const { pathname, searchParams } = new URL(url, server.url);
  const has = (...texts: string[]) =>
    texts.map((text) => `Basic ${base64(text)}`).includes(headers.authorization ?? "");
  if (pathname === "/tell")
    return (
      [secrets.narratorQuery, secrets.settings].includes(searchParams.get("api_key") ?? "") ||
      has(`teller:${secrets.narratorPassword}`, `${secrets.narratorUser}:`)
    );
  if (pathname === "/rag")
    return searchParams.get("token") === secrets.targetQuery || has(`asker:${secrets.targetPassword}`);
  if (pathname === "/service")
    return (
      headers.authorization === `Bearer ${secrets.header}` && headers["x-api-key"] === secrets.writtenHeader
    );
  return headers.authorization === `Bearer ${secrets.provider}`;
}

beforeAll(async () => {
  workspace = makeWorkspace();
  server = await startServer(async (request, response) => {
    const got = `${request.url} with ${request.headers.authorization} and ${decodeURIComponent(request.url!)}`;
    if (!isKnown(request)) strangers.push(got);
    const { turn } = (await json(request)) as { turn?: number };
    if (!isKnown(request)) return sendJson(response, `no key: ${got}`, 401);
    if (request.url!.startsWith("/v1")) return sendJson(response, `no model: ${got}`, 400);
    if (turn === undefined) return sendJson(response, { selections: [], text: got });
    if (turn === refusesTurn) return sendJson(response, `not now: ${got}`, 400);
    sendJson(response, { text: `Turn ${turn}. The sign says ${got}. What do you do?`, state: { got } });
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  workspace?.[Symbol.dispose]();
});

async function rehearse(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const ended = await startRehearse(args, {
    cwd: workspace.dir,
    env: {
      ANTHROPIC_API_KEY: secrets.provider,
      LOCAL_API_KEY: secrets.provider,
      LOCAL_BASE_URL: `${server.url}/v1`,
      ...env,
    },
  }).ended;
  printed.push([args.join(" "), ended.stdout + ended.stderr]);
  return ended;
}

const cast = ["--player-model", "house", "--classifier", "house", "--seed", "1"];
const quick = [...cast, "--observer", "none", "--players", "2"];
const play = (address: string, ...more: string[]) =>
  rehearse(["play", "--narrator", address, ...quick, "--max-turns", "4", ...more]);
const dirOf = ({ stdout }: Ended) => (JSON.parse(stdout) as { dir: string }).dir;
const said = ({ exit, stdout, stderr }: Ended, wanted: number): string => {
  expect(exit, stdout + stderr).toBe(wanted);
  return stdout + stderr;
};
/** The tests may fail, but all were asked. */
const scored = (ended: Ended) => expect([0, 1], ended.stdout + ended.stderr).toContain(ended.exit);
const check = (...more: string[]) =>
  rehearse(["check", "--banks", "semantic", "--kb", "kb", "--test-banks", "test_banks", ...more], {
    RAG_TOKEN: secrets.header,
  });

/** Files below a folder that hold a secret in any form; turns are unpacked. */
function leaksIn(dir: string): string[] {
  const files = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(dir, name)).isFile(),
  );
  return files.flatMap((name) => {
    const path = join(dir, name);
    const turns =
      /\/turn-\d+\.json$/.test(name) && !name.includes("/readings")
        ? [JSON.stringify(loadCheckpoint(path))]
        : [];
    return [readFileSync(path, "utf8"), ...turns].flatMap((text) => leaks(name, text));
  });
}

const leaks = (where: string, text: string): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    [
      secret,
      encodeURIComponent(secret),
      base64(secret),
      base64(`teller:${secret}`),
      base64(`asker:${secret}`),
      base64(`${secret}:`),
    ]
      .filter((form) => text.includes(form))
      .map((form) => `${name} as ${form} in ${where}`),
  );

function expectNoSecret(): void {
  expect(printed.flatMap(([command, text]) => leaks(`the output of ${command}`, text))).toEqual([]);
  expect(leaksIn(workspace.dir)).toEqual([]);
}

test("a session is played, stopped, resumed, replayed and exported with a key in the narrator's address", async () => {
  refusesTurn = 3;
  const files = ["--comment", "comment.md", "--junit", "junit.xml", "--json"];
  const stopped = await play(withQuery(), "--record", "recording", ...files);
  said(stopped, 3);
  refusesTurn = 0;
  expect(strangers).toEqual([]);
  const dir = dirOf(stopped);
  expect(stopped.stderr).toContain(`--allow-narrator ${narrator()}`);
  expect(stopped.stderr).toContain("Add the query, user or password");
  const { state } = loadCheckpoint(join(workspace.dir, dir, "turn-2.json"));
  expect(state.config).toMatchObject({ narratorModel: narrator(), pinned: { keyed: [narrator()] } });

  // Without the key nothing is called, whether the address is named or not.
  for (const flags of [[], ["--allow-narrator", narrator()]]) {
    for (const again of [
      ["resume", dir],
      ["replay", "--checkpoint", `${dir}/turn-2.json`],
    ])
      expect(said(await rehearse([...again, ...flags]), 2)).toContain("--allow-narrator");
  }
  expect(strangers).toEqual([]);
  const allow = ["--allow-narrator", withQuery()];
  const resumed = await rehearse(["resume", dir, "--record", "recording", ...allow, ...files]);
  expect(JSON.parse(said(resumed, 0).split("\n}")[0] + "\n}")).toMatchObject({ turns: 4 });
  const checkpoint = ["--checkpoint", `${dir}/turn-2.json`, "--turns", "1", "--json"];
  said(await rehearse(["replay", ...checkpoint, ...allow]), 0);
  said(await rehearse(["replay", ...checkpoint, "--narrator", withPassword()]), 0);
  said(await rehearse(["play", "--recording", "recording", "--out", "replayed"]), 0);
  expect(strangers).toEqual([]);
  for (const kind of [["--public"], []]) said(await rehearse(["export", dir, ...kind]), 0);
  expectNoSecret();
  const pages = ["comment.md", `${dir}/report.md`, `${dir}/session.json`, "recording/recording.json"];
  const shown = pages.map((name) => readFileSync(join(workspace.dir, name), "utf8")).join("\n");
  expect(shown).toContain(narrator());
  expect(shown).not.toContain(`${narrator()}?`);
}, 300_000);

test("a user and a password, a key from the settings, and a reader whose vendor quotes its key", async () => {
  said(await play(withPassword(), "--json"), 0);
  said(await play(`http://${secrets.narratorUser}@${host()}/tell`, "--dry-run", "--json"), 0);
  said(await play(`http://${secrets.narratorUser}@${host()}/tell`), 0);
  const reader = ["--observer", "local/reader", "--players", "2", "--max-turns", "3"];
  said(await rehearse(["play", "--narrator", "house", ...cast, ...reader]), 0);

  const elsewhere = mkdtempSync(join(tmpdir(), "settings-"));
  const config = join(elsewhere, "rehearse.config.mjs");
  const address = `${narrator()}?api_key=${encoded("settings")}`;
  writeFileSync(
    config,
    `export default ${JSON.stringify({
      roles: { narrator: address },
      models: { mine: { provider: "outside", id: address }, [address]: { price: price() } },
      retrieval: { target: `${target()}?token=${encoded("targetQuery")}` },
    })};`,
  );
  const settings = ["--config", config];
  const played = await rehearse(["play", ...quick, "--max-turns", "3", "--json", ...settings]);
  said(played, 0);
  said(
    await rehearse(["replay", "--checkpoint", `${dirOf(played)}/turn-2.json`, "--turns", "1", ...settings]),
    0,
  );
  said(await rehearse(["play", "--narrator", "mine", ...quick, "--max-turns", "3", ...settings]), 0);
  said(await rehearse(["models", "--json", ...settings]), 0);
  expect(strangers).toEqual([]);
  expectNoSecret();
}, 300_000);

test("wrong addresses, and base URLs with keys, are refused without being quoted", async () => {
  const [query, password] = [encoded("baseQuery"), encoded("basePassword")];
  for (const [base, env] of [
    [`http://127.0.0.1:1/v1?key=${query}`, "LOCAL_BASE_URL"],
    [`http://me:${password}@127.0.0.1:1/v1`, "LOCAL_BASE_URL"],
  ] as const)
    expect(said(await rehearse(["play", "--narrator", "house", ...quick], { [env]: base }), 2)).toContain(
      "leave out user, password and query",
    );
  for (const wrong of [
    `http://127.0.0.1:1/tell?api_key=${query}`,
    `http://nobody:${password}@127.0.0.1:1/tell`,
    `http://127.0.0.1:x/tell?api_key=${query}`,
    `htp://nobody:${password}@127.0.0.1:1/tell?api_key=${query}`,
    `127.0.0.1:1/tell?api_key=${query}`,
    `http://nobody:a/${password}@127.0.0.1:1/tell`,
  ]) {
    expect((await play(wrong)).exit).toBeGreaterThan(1);
    expect((await check("--target", wrong, "--json")).exit).toBeGreaterThan(1);
  }
  expectNoSecret();
}, 300_000);

test("a check: a key in the query, a password, and headers of a target file", async () => {
  const files = ["--comment", "check.md", "--junit", "check.xml", "--json"];
  const query = `${target()}?token=${encoded("targetQuery")}`;
  for (const flags of [["--dry-run"], ["--record", "checked", ...files], ["--recording", "checked"]])
    scored(await check("--target", query, ...flags));
  const password = `http://asker:${encoded("targetPassword")}@${host()}/rag`;
  scored(await check("--target", password, ...files));
  const elsewhere = mkdtempSync(join(tmpdir(), "target-"));
  writeFileSync(
    join(elsewhere, "rag.yaml"),
    `url: ${server.url}/service\nheaders:\n  authorization: Bearer \${RAG_TOKEN}\n  x-api-key: ${secrets.writtenHeader}\n`,
  );
  expect(
    (await check("--target", join(elsewhere, "rag.yaml"), "--record", "service", ...files)).exit,
  ).toBeLessThan(2);
  expect(strangers).toEqual([]);
  const result = readdirSync(join(workspace.dir, "results")).find((name) => /^results_.*json$/.test(name));
  said(await rehearse(["export", `results/${result}`, "--kb", "kb", "--test-banks", "test_banks"]), 0);
  const stored = JSON.parse(readFileSync(join(workspace.dir, "results", result!), "utf8")) as object;
  expect(stored).toMatchObject({ target: { name: target() } });
  expectNoSecret();
}, 300_000);

test("a matrix and an A/B test; two addresses that differ only in their query need names", async () => {
  const matrix = [
    "matrix",
    "--stories",
    "innsmouth",
    "--prompts",
    "baseline,structured",
    ...cast,
    "--observer",
    "none",
  ];
  const narrators = ["--narrator", withQuery(), "--max-turns", "3", "--comment", "matrix.md", "--json"];
  refusesTurn = 2;
  said(await rehearse([...matrix, ...narrators, "--record", "matrix-recorded"]), 3);
  refusesTurn = 0;
  const dir = join("matrices", readdirSync(join(workspace.dir, "matrices"))[0]!);
  expect(said(await rehearse(["resume", dir, "--allow-narrator", narrator()]), 2)).toContain(
    "Name the whole",
  );
  said(await rehearse(["resume", dir, "--allow-narrator", withQuery(), "--json"]), 0);
  const both = ["--narrator", withQuery(), "--narrator", `${withQuery()}&x=1`];
  expect(said(await rehearse([...matrix, ...both, "--dry-run"]), 2)).toContain("differ only in their query");
  const played = await rehearse(["play", "--narrator", "house", ...quick, "--max-turns", "6", "--json"]);
  const ab = ["ab", "--checkpoint", `${dirOf(played)}/turn-3.json`, "--turns", "1", "--observer", "grok-4"];
  expect(said(await rehearse([...ab, "--b", `narrator=${withPassword()}`, "--dry-run"]), 2)).toContain(
    narrator(),
  );
  expect(strangers).toEqual([]);
  expectNoSecret();
}, 300_000);

test("the server's lists and its estimates", async () => {
  mkdirSync(join(workspace.dir, "cache"), { recursive: true });
  await using served = await serveWorkspace(workspace, {
    settings: { roles: { narrator: `${narrator()}?api_key=${encoded("settings")}` } },
    folders: { target: `${target()}?token=${encoded("targetQuery")}` },
  });
  const start = { story: "innsmouth", prompt: "baseline", playerModel: "house", classifier: "house" };
  const answers = [
    await served.ask("/api/choices"),
    await served.ask("/api/sessions"),
    await served.ask("/api/retrieval/overview"),
    await served.ask("/api/operations/play/estimate", { json: start }),
    await served.ask("/api/operations/check/estimate", { json: { target: target(), banks: ["semantic"] } }),
    await served.ask("/cli/test-harness?banks=semantic"),
  ];
  expect(answers.map(({ status, text }) => (status === 200 ? status : text))).toEqual(answers.map(() => 200));
  expect(answers.flatMap(({ text }, at) => leaks(`answer ${at}`, text))).toEqual([]);
  expect(strangers).toEqual([]);
});

const price = () => ({ input: 1, output: 1, asOf: "2026-11-15", source: "own" });
