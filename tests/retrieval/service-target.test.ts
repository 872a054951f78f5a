/** A service of the user's own, with authentication and a JSON format of its own, asked by a target file. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import type { CheckResults } from "../../src/contract/index.ts";
import { runCommand } from "../support/cli/run-in-memory.ts";
import { sendJson, startServer } from "../support/loopback-server.ts";

const TOKEN = "tok-5f2c9a71e8";
type Request = { method: string; url: string; headers: IncomingMessage["headers"]; body: unknown };

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
});

/** Refuses requests without the token, and quotes what it got, as careless services do. */
async function service(reply: (request: Request) => unknown) {
  const heard: Request[] = [];
  const server = await startServer(async (request, response) => {
    const body = await text(request);
    const one = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: body === "" ? undefined : (JSON.parse(body) as unknown),
    };
    heard.push(one);
    if (request.headers.authorization === `Bearer ${TOKEN}`) sendJson(response, reply(one));
    else sendJson(response, { error: `bad token ${request.headers.authorization}` }, 401);
  });
  open.push(server);
  return { url: server.url, heard };
}

const tests = [
  {
    test_id: "1",
    prompt: 'who said "no" {{twice}}?',
    expected_primary: ["d/1"],
    user_state: { plan: "free", turn: 3 },
  },
  { test_id: "2", prompt: "second", expected_primary: ["lost"], expected_secondary: ["late"] },
];

function workspace(targetFile: string): {
  dir: string;
  target: string;
  run: (...more: string[]) => ReturnType<typeof runCommand>;
} {
  const dir = mkdtempSync(join(tmpdir(), "service-"));
  const bank = join(dir, "test_banks", "semantic", "own.json");
  mkdirSync(dirname(bank), { recursive: true });
  writeFileSync(bank, JSON.stringify({ bank_type: "SEMANTIC", version: "2.0", name: "own", tests }));
  const target = join(dir, "rag.yaml");
  writeFileSync(target, targetFile);
  const config = join(dir, "rehearse.config.mts");
  writeFileSync(config, `export default { cacheDir: ${JSON.stringify(join(dir, "cache"))} };`);
  return {
    dir,
    target,
    run: (...more) =>
      runCommand([
        "check",
        "--target",
        target,
        "--test-banks",
        join(dir, "test_banks"),
        "--config",
        config,
        "--out",
        join(dir, "results"),
        "--json",
        ...more,
      ]),
  };
}

const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const target = (url: string) => `url: ${url}/search?tenant=\${RAG_TENANT}
headers:
  Authorization: Bearer \${RAG_TOKEN}
retrieve:
  request:
    q: "{{message}}"
    text: "Question: {{message}} (plan {{user_state.plan}})"
    size: "{{top_k}}"
    context: { state: "{{user_state}}", turn: "{{user_state.turn}}" }
    fixed: [1, true]
  response:
    candidates: { list: debug.bm25, id: doc.id, score: s }
    selections: { list: 'hits[*]', id: '["doc.id"]', score: score, text: body }
    answer: output.text
`;

const answered = {
  debug: { bm25: [{ doc: { id: "late" }, s: 3 }, { doc: { id: "d/1" }, s: 2.5 }, { doc: { id: 7 } }] },
  hits: [{ "doc.id": "d/1", score: 0.9, body: "What was said." }, { "doc.id": 7 }],
  output: { text: `It was said. My key is ${TOKEN}.` },
};

test("a template asks, paths read the answer, and the report says where documents were lost", async () => {
  vi.stubEnv("RAG_TOKEN", TOKEN);
  vi.stubEnv("RAG_TENANT", "a b&c");
  const { url, heard } = await service(() => answered);
  const { dir, run } = workspace(target(url));
  const recording = join(dir, "recording");
  const { stdout, stderr, exit } = await run("--record", recording);
  expect(stderr).not.toContain("Error");
  expect(exit).toBe(0);
  const first = heard.find(({ body }) => (body as { q: string }).q.startsWith("who"))!;
  expect(first).toMatchObject({ method: "POST", url: "/search?tenant=a%20b%26c" });
  expect(first.body).toEqual({
    q: 'who said "no" {{twice}}?',
    text: 'Question: who said "no" {{twice}}? (plan free)',
    size: 6,
    context: { state: { plan: "free", turn: 3 }, turn: 3 },
    fixed: [1, true],
  });
  const answer = JSON.parse(stdout) as { results_file: string; report_file: string };
  const results = JSON.parse(readFileSync(answer.results_file, "utf8")) as CheckResults;
  expect(results.target).toMatchObject({ kind: "http" });
  const [one, two] = results.semantic!.results;
  expect(one).toMatchObject({ score: 100, haiku_selections: ["d/1", "7"] });
  expect(two!.lost).toEqual([
    { entity_id: "lost", expected: "primary" },
    { entity_id: "late", expected: "secondary", rank: 1, score: 3 },
  ]);
  const report = readFileSync(answer.report_file, "utf8");
  for (const words of ["late (secondary): candidate 1", "lost (primary): not among the reported candidates"])
    expect(report).toContain(words);

  // Nothing stored, printed or recorded has the token, although the service said it.
  const stored = filesBelow(dir).map((path) => readFileSync(path, "latin1"));
  expect(stored.length).toBeGreaterThan(5);
  expect([...stored, stdout, stderr].filter((text) => text.includes(TOKEN))).toEqual([]);
  expect(stored.some((text) => text.includes("[RAG_TOKEN]"))).toBe(true);

  // The recording is replayed without the service, and without its variables.
  vi.unstubAllEnvs();
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
  const again = await run("--recording", recording, "--fresh");
  expect(again.stderr).not.toContain("Error");
  expect(JSON.parse(again.stdout)).toMatchObject({ missing: 0, total_tests: 2 });
});

test("a missing variable is an error with its line, before the first request", async () => {
  const { url, heard } = await service(() => answered);
  vi.stubEnv("RAG_TENANT", "a");
  const { target: path, run } = workspace(target(url));
  const { stderr, exit } = await run();
  expect(exit).toBe(2);
  expect(stderr).toContain(`${path}:3: headers.Authorization: the environment variable RAG_TOKEN is not set`);
  expect(heard).toEqual([]);
});

test("a refused token is redacted in the error", async () => {
  vi.stubEnv("RAG_TOKEN", "wrong-token-123");
  vi.stubEnv("RAG_TENANT", "a");
  const { url } = await service(() => answered);
  const { stderr, exit, stdout } = await workspace(target(url)).run();
  expect(exit).toBe(2);
  expect(stderr).toMatch(/answered 401: .*bad token Bearer \[RAG_TOKEN\]/);
  expect(stderr).toMatch(/Check url, method, headers and request in .*rag\.yaml\./);
  expect(stdout + stderr).not.toContain("wrong-token-123");
});

test("a token written into the file is in no output", async () => {
  vi.stubEnv("RAG_TENANT", "a");
  const { url } = await service(() => answered);
  const { stderr } = await workspace(target(url).replace("${RAG_TOKEN}", "wrong-token-456")).run();
  expect(stderr).toMatch(/bad token Bearer \[authorization\]/i);
});

test("without templates the plain contract is sent, with the headers", async () => {
  vi.stubEnv("RAG_TOKEN", TOKEN);
  const { url, heard } = await service(() => ({ selections: [{ entity_id: "d/1" }], answer: "yes" }));
  const { stdout } = await workspace(
    `url: ${url}\nheaders: { authorization: "Bearer \${RAG_TOKEN}" }\n`,
  ).run();
  expect(JSON.parse(stdout)).toMatchObject({ missing: 0, hard_fails: 1 });
  expect(heard[0]!.body).toMatchObject({ version: 1, ask: "retrieve", top_k: 6 });
});

test("GET with the question in the address", async () => {
  vi.stubEnv("RAG_TOKEN", TOKEN);
  const { url, heard } = await service(() => ({ r: [{ id: "d/1" }] }));
  const headers = 'headers: { authorization: "Bearer ${RAG_TOKEN}" }';
  const retrieve = "retrieve: { response: { selections: { list: r, id: id } } }";
  await workspace(`url: ${url}/s?q={{message}}\nmethod: GET\n${headers}\n${retrieve}\n`).run();
  expect(heard[0]).toMatchObject({
    method: "GET",
    url: "/s?q=who%20said%20%22no%22%20%7B%7Btwice%7D%7D%3F",
    body: undefined,
  });
});

test.each<[string, unknown, RegExp]>([
  [
    "no list",
    { hits: [], debug: {} },
    /candidates: no list at debug\.bm25\. The response has lists at hits \(0\)\. It sent “\{"hits".*\}”\. /,
  ],
  [
    "no id",
    { debug: { bm25: [{ s: 1 }] }, hits: [] },
    /candidates: element 0 of debug\.bm25 has no id at doc\.id/,
  ],
  ["a long one", { hits: [], text: "x".repeat(300) }, /no list at debug\.bm25\. .*It sent “\{"hits".*x…”\. /],
  ["no JSON", "<html>busy</html>", /the response is not JSON: <html>busy/],
  ["nothing", " ", /cannot be read: the response is empty\. 2 requests failed\.\n/],
  [
    "too much",
    `"${"x".repeat(2_000_000)}`,
    /the response is larger than 1 MB; it begins with "x{299}\. 2 requests failed\.\n/,
  ],
])("an answer with %s is an error with an excerpt", async (_, reply, message) => {
  vi.stubEnv("RAG_TOKEN", TOKEN);
  vi.stubEnv("RAG_TENANT", "a");
  const { url } = await service(() => reply);
  const { stderr, exit } = await workspace(`${target(url)}max_response_mb: 1\n`).run();
  expect(stderr).toMatch(message);
  expect(exit).toBe(2);
});

test.each([
  ["url: ftp://x\n", /rag\.yaml:1: url: expected an address/],
  ["url: http://x\nmethod: FETCH\n", /rag\.yaml:2: method: /],
  ["url: http://x\nhaeders: {}\n", /rag\.yaml:2: the file: unknown field "haeders"/],
  [
    "url: http://x\nretrieve:\n  request: { q: '{{mesage}}' }\n  response: { selections: a }\n",
    /rag\.yaml:3: retrieve\.request: unknown placeholder \{\{mesage\}\} \(known: .*message/,
  ],
  [
    "url: http://x\nretrieve:\n  request: { q: '{{constructor}}' }\n  response: { selections: a }\n",
    /retrieve\.request: unknown placeholder \{\{constructor\}\}/,
  ],
  [
    "url: http://x\nretrieve:\n  response:\n    selections: 'a[b]'\n",
    /rag\.yaml:4: retrieve\.response\.selections: "a\[b\]" is not a path/,
  ],
  ["url: http://x\nretrieve:\n  response: { answer: a }\n", /rag\.yaml:3: retrieve\.response\.selections: /],
  [
    "url: http://x\nheaders: { x-api-key: '${SHORT_KEY}' }\n",
    /rag\.yaml:2: headers\.x-api-key: the value of SHORT_KEY has 3 characters/,
  ],
  [
    "url: http://x\nheaders: { x-user: '{{usre}}' }\n",
    /rag\.yaml:2: headers\.x-user: unknown placeholder \{\{usre\}\}/,
  ],
  [
    "url: http://x\nretrieve:\n  response:\n    selections: '[\"a\\x\"]'\n",
    /rag\.yaml:4: retrieve\.response\.selections: .* is not a path/,
  ],
  ["url: [\n", /rag\.yaml:\d: /],
])("a mistake in a target file is an error with its line: %s", async (text, message) => {
  vi.stubEnv("SHORT_KEY", "abc");
  const { stderr, exit } = await workspace(text).run();
  expect(stderr).toMatch(message);
  expect(exit).toBe(2);
});
