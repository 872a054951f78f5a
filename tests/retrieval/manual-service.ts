/** A service of the user's own: 40 pages of a manual behind HTTP, and 30 questions in a CSV file. It can be broken. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { runCommand } from "../support/cli/run-in-memory.ts";
import { sendJson, startServer } from "../support/loopback-server.ts";

const parts = ["pump", "valve", "filter", "motor", "belt", "sensor", "gasket", "bearing"];
const jobs = ["replace", "clean", "test", "store", "order"];
const pages = parts.flatMap((part) => jobs.map((job) => ({ id: `${part}-${job}`, words: [part, job] })));
const questions = pages.slice(0, 30).map(({ id, words: [part, job] }, at) => ({
  id: `Q${String(at + 1).padStart(2, "0")}`,
  text: `How do I ${job} the ${part}?`,
  expected: id,
}));

export type Hit = { page: { id: string }; score: number };

function search(text: string): Hit[] {
  const asked: readonly string[] = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return pages
    .map(({ id, words }) => ({ page: { id }, score: words.filter((word) => asked.includes(word)).length }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 5);
}

/** What it answers instead: hits, a status, a page of HTML, another JSON, or nothing at all. */
type Answer = Hit[] | number | string | { other: unknown } | { afterMs: number } | undefined;
/** `time`: how often the question was asked in this check. */
export type Broken = (hits: Hit[], request: { question: number; time: number }) => Answer;

/** Imported, described in a target file, and checked once while it worked. */
export async function startManual() {
  const dir = mkdtempSync(join(tmpdir(), "manual-"));
  let broken: Broken = (hits) => hits;
  const times = new Map<number, number>();
  const server = await startServer(async (request, response) => {
    const { q } = (await json(request)) as { q: string };
    const question = questions.findIndex(({ text }) => text === q) + 1;
    const time = (times.get(question) ?? 0) + 1;
    times.set(question, time);
    const hits = search(q);
    const answer = broken(hits, { question, time });
    if (answer === undefined) return;
    if (typeof answer === "number") return sendJson(response, { error: "no" }, answer);
    if (typeof answer === "string")
      return void response.writeHead(200, { "content-type": "text/html" }).end(answer);
    if ("afterMs" in answer) await setTimeout(answer.afterMs);
    sendJson(response, "other" in answer ? answer.other : { hits: "afterMs" in answer ? hits : answer });
  });
  const at = (name: string) => join(dir, name);
  const rows = questions.map(({ id, text, expected }) => [id, text, expected].join(","));
  writeFileSync(at("questions.csv"), ["id,query,expected", ...rows, ""].join("\n"));
  writeFileSync(
    at("target.yaml"),
    `url: ${server.url}/search\nretrieve:\n  request: { q: "{{message}}" }\n  response: ` +
      "{ selections: { list: hits, id: page.id, score: score } }\n",
  );
  const settings = { cacheDir: at("cache"), timeoutMs: 4_000, retry: { attempts: 2, firstDelayMs: 1 } };
  writeFileSync(at("rehearse.config.mjs"), `export default ${JSON.stringify(settings)};\n`);
  await runCommand(["bank", "import", at("questions.csv"), "--out", dir]);
  const named = {
    target: "target.yaml",
    config: "rehearse.config.mjs",
    "test-banks": "test_banks",
    out: "results",
  };
  const asked = Object.entries(named).flatMap(([option, name]) => [`--${option}`, at(name)]);
  const check = async (...more: string[]) => {
    const files = { comment: at("comment.md"), junit: at("junit.xml") };
    const written = ["--comment", files.comment, "--junit", files.junit];
    const ran = await runCommand(["check", "--json", ...asked, ...written, ...more]);
    return {
      ...ran,
      comment: readFileSync(files.comment, "utf8"),
      junit: readFileSync(files.junit, "utf8"),
    };
  };
  const baseline = JSON.parse((await check()).stdout) as { results_file: string };
  return {
    check: (how: Broken, ...more: string[]) => {
      broken = how;
      times.clear();
      return check("--baseline", baseline.results_file, "--fresh", ...more);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
