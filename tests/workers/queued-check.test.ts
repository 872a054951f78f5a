/** A check on workers says what the same check says in one process, and asks no answered test again. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { runRehearse, startRehearse, type RehearseProcess } from "../support/cli/rehearse-process.ts";
import { startRetrievalServer } from "../support/model-servers/retrieval-server.ts";
import type { Postgres } from "../support/postgres.ts";
import { createDatabase, withPostgres } from "../support/workers/with-postgres.ts";
import { gardenBanks, gardenFolder, gardenShop, startTarget, type Answer } from "../retrieval/garden-shop.ts";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase } from "../../src/kernel/database/index.ts";
import { readResults } from "../../src/retrieval/index.ts";

let postgres: Postgres;
withPostgres((opened) => void ({ postgres } = opened));

/** Each test has its own, since workers take the jobs of every run. */
async function openDatabase(name: string) {
  const url = await createDatabase(postgres, name);
  return Object.assign(await connectDatabase(url, { clock: systemClock, connections: 1 }), { url });
}

/** Three parts of at most 96 tests. */
const many = {
  ...gardenBanks,
  semantic: Array.from({ length: 200 }, (_, number) => ({
    test_id: `V2-TOM-${number}`,
    name: `Blight ${number}`,
    topics: ["tomatoes"],
    prompt: `brown spots on tomato ${number}`,
    expected_primary: [number === 150 ? "lawn_care" : "tomato_blight"],
  })),
};
const { flags: garden, write } = gardenFolder(many);
const flags = garden.slice(0, garden.indexOf("--out"));
const settings = flags.slice(0, 2);
const env = {};
const folder = () => mkdtempSync(join(tmpdir(), "rehearse-queued-check-"));
const worker = (url: string, ...more: string[]): RehearseProcess =>
  startRehearse(["worker", "--engine", url, "--log", "json", "--lease", "10", ...settings, ...more], {
    cwd: folder(),
    env,
  });
const ended = async (workers: readonly RehearseProcess[]) => {
  for (const one of workers) one.kill("SIGTERM");
  for (const one of workers) expect(await one.ended).toMatchObject({ exit: 0 });
};

test("the same outputs and exit codes as in one process", { timeout: 120_000 }, async () => {
  await using database = await openDatabase("same_outputs");
  const broken: Answer = (request) =>
    request.test_id === "V2-TOM-77"
      ? 500
      : /-19\d$/.test(request.test_id)
        ? { selections: [] }
        : gardenShop(request);
  await using target = await startTarget(gardenShop);
  const cwd = folder();
  const run = async (name: string, ...more: string[]) => {
    const out = join(cwd, name);
    const { exit, stdout, stderr } = await runRehearse(
      ["check", "--target", target.url, ...flags, "--out", out, "--json", ...more],
      { cwd, env },
    );
    expect(stdout, stderr).not.toBe("");
    const answer = JSON.parse(stdout) as Record<string, string>;
    const text = (path: string | undefined) => steady(readFileSync(path!, "utf8"), out);
    return {
      exit,
      answer: JSON.parse(steady(stdout, out)) as unknown,
      results: JSON.parse(text(answer["results_file"])) as unknown,
      report: text(answer["report_file"]),
      file: answer["results_file"]!,
    };
  };
  const before = await run("before");
  target.answer = broken;
  const workers = [
    worker(database.url, "--allow-target", target.url),
    worker(database.url, "--allow-target", target.url),
  ];
  const gates = ["--baseline", before.file, "--fail-under", "combined=99.9"];
  const asked = async (name: string, ...more: string[]) => {
    const from = target.log.length;
    const ci = { junit: join(cwd, `${name}.xml`), comment: join(cwd, `${name}.md`) };
    const { file: _, ...said } = await run(
      name,
      ...gates,
      "--junit",
      ci.junit,
      "--comment",
      ci.comment,
      ...more,
    );
    return {
      ...said,
      junit: steady(readFileSync(ci.junit, "utf8"), join(cwd, name)),
      comment: steady(readFileSync(ci.comment, "utf8"), join(cwd, name)),
      asked: target.log
        .slice(from)
        .map(({ test_id }) => test_id)
        .toSorted(),
    };
  };
  const alone = await asked("alone");
  const queued = await asked("queued", "--engine", database.url);
  // Tests of the last part are asked as often as if all were one part: until the comparison with an earlier run is clear.
  const repeated = await asked("repeated", "--repeat", "auto");
  const repeatedThere = await asked("repeated-there", "--repeat", "auto", "--engine", database.url);
  expect(alone.exit).toBe(1);
  expect(queued).toEqual(alone);
  expect(repeated.asked.length).toBeGreaterThan(alone.asked.length);
  expect(repeatedThere).toEqual(repeated);
  const parts = await database.query(
    "SELECT state, turns FROM rehearse.session WHERE run = (SELECT min(id) FROM rehearse.run) ORDER BY id",
  );
  expect(parts).toEqual([96, 96, 13].map((turns) => ({ state: "played", turns })));
  // A target that cannot be reached ends the check as it does here, and the run can be resumed.
  await target[Symbol.asyncDispose]();
  const without = (...more: string[]) =>
    runRehearse(["check", "--target", target.url, ...flags, "--out", join(cwd, "down"), ...more], {
      cwd,
      env,
    });
  const [down, downThere] = [await without(), await without("--engine", database.url)];
  await ended(workers);
  expect({ there: downThere.exit, says: downThere.stderr }).toEqual({
    there: down.exit,
    says: expect.stringContaining(down.stderr.split("\n")[0]!) as string,
  });
  expect(downThere.stderr).toContain("runs resume check-");
});

test(
  "a worker that is told to end has its tests under way answered, and leaves the others",
  { timeout: 60_000 },
  async () => {
    await using database = await openDatabase("drained_check");
    const draining = Promise.withResolvers<void>();
    let mostTurns = 0;
    await using target = await startTarget(async (request) => {
      if (target.log.length > 30) await draining.promise;
      const [now] = await database.query<{ turns: number }>(
        "SELECT max(turns) AS turns FROM rehearse.session",
      );
      mostTurns = Math.max(mostTurns, now!.turns);
      return gardenShop(request);
    });
    const cwd = folder();
    const first = worker(database.url, "--allow-target", target.url);
    const check = runRehearse(
      [
        "check",
        "--target",
        target.url,
        ...flags,
        "--out",
        join(cwd, "results"),
        "--json",
        "--engine",
        database.url,
      ],
      { cwd, env },
    );
    await vi.waitFor(() => expect(target.log.length).toBeGreaterThan(30), { timeout: 30_000, interval: 5 });
    const second = worker(database.url, "--allow-target", target.url);
    await vi.waitFor(() => expect(second.said.stdout).toContain("started"), { timeout: 30_000, interval: 5 });
    first.kill("SIGTERM");
    await vi.waitFor(() => expect(first.said.stdout).toContain("draining"), { timeout: 30_000, interval: 5 });
    draining.resolve();
    expect(await first.ended).toMatchObject({ exit: 0 });
    expect(first.said.stdout).toContain('"event":"returned"');
    const { exit, stdout } = await check;
    // The second worker counts again what the first one was answered.
    expect(mostTurns).toBeLessThanOrEqual(96);
    await ended([second]);
    expect({ exit, ...(JSON.parse(stdout) as object) }).toMatchObject({
      exit: 0,
      total_tests: 205,
      missing: 0,
    });
    expect(target.log.map(({ test_id }) => test_id).toSorted()).toEqual(
      Object.values(many)
        .flatMap((tests) => tests.map(({ test_id }) => String(test_id)))
        .toSorted(),
    );
  },
);

test(
  "a killed worker's tests are asked by another one, except those that were answered",
  { timeout: 120_000 },
  async () => {
    // Without a limit: what the killed worker holds would be free only after 30 seconds.
    const config = write(
      "limits.config.mjs",
      "export default { limits: { outside: { concurrency: 100 } }, retry: { attempts: 1, reasks: 0 } };\n",
    );
    await using database = await openDatabase("killed_check");
    await using target = await startTarget(async (request) => {
      await delay(20);
      return gardenShop(request);
    });
    const cwd = folder();
    const start = () => worker(database.url, "--concurrency", "1", "--allow-target", target.url);
    const [first, second] = [start(), start()];
    // They set the lease of what is queued from then on.
    for (const one of [first, second])
      await vi.waitFor(() => expect(one.said.stdout).toContain("started"), { timeout: 30_000, interval: 5 });
    const check = runRehearse(
      [
        "check",
        "--target",
        target.url,
        ...flags.with(1, config),
        "--out",
        join(cwd, "results"),
        "--json",
        "--engine",
        database.url,
      ],
      { cwd, env },
    );
    await vi.waitFor(() => expect(target.log.length).toBeGreaterThan(70), { timeout: 30_000, interval: 5 });
    first.kill("SIGKILL");
    await first.ended;
    const { exit, stdout } = await check;
    await ended([second]);
    expect({ exit, ...(JSON.parse(stdout) as object) }).toMatchObject({
      exit: 0,
      total_tests: 205,
      missing: 0,
    });
    // At most those that were in flight were asked again: a part has sixteen.
    expect(new Set(target.log.map(({ test_id }) => test_id)).size).toBe(205);
    expect(target.log.length).toBeLessThanOrEqual(205 + 16);
  },
);

test(
  "without waiting: listed, stopped, resumed and exported, and refused by workers that do not know the target",
  { timeout: 120_000 },
  async () => {
    const cwd = folder();
    await using database = await openDatabase("detached_check");
    const token = "token-of-the-worker-7c1d";
    const heard: Array<string | undefined> = [];
    await using target = await startTarget(
      gardenShop,
      ({ headers }) => void heard.push(headers.authorization),
    );
    const file = (name: string, text: string) => {
      writeFileSync(join(cwd, name), text);
      return join(cwd, name);
    };
    const text = `url: ${target.url}\nheaders: { authorization: "Bearer \${SHOP_TOKEN}" }\n`;
    const shop = file("shop.yaml", text);
    const run = async (...args: string[]) => {
      const { exit, stdout, stderr } = await runRehearse([...args, "--engine", database.url, "--json"], {
        cwd,
        env,
      });
      return { exit, stderr, answer: JSON.parse(stdout) as Record<string, unknown> };
    };
    const queued = await run("check", "--target", shop, ...flags, "--detach", "--budget", "5");
    const id = String(queued.answer["run"]);
    expect((await run("runs", "stop", id)).exit).toBe(0);
    expect((await run("runs", "show", id)).answer).toMatchObject({
      kind: "check",
      state: "stopped",
      planned: 3,
    });
    await run("runs", "resume", id);
    const show = async () => (await run("runs", "show", id)).answer;
    const stranger = worker(database.url, "--allow-target", file("other.yaml", `${text}# changed\n`));
    await vi.waitFor(async () => expect(await show()).toMatchObject({ state: "failed" }), {
      timeout: 60_000,
      interval: 500,
    });
    expect(JSON.stringify(await show())).toContain("shop.yaml, which this worker does not allow");
    expect(target.log).toEqual([]);
    await ended([stranger]);
    const own = startRehearse(
      ["worker", "--engine", database.url, ...settings, "--allow-target", file("copy.yaml", text)],
      { cwd, env: { SHOP_TOKEN: token } },
    );
    await run("runs", "resume", id);
    await vi.waitFor(async () => expect(await show()).toMatchObject({ state: "finished", turns: 205 }), {
      timeout: 60_000,
      interval: 500,
    });
    await ended([own]);
    const out = join(cwd, "copy");
    expect(
      (await runRehearse(["export", id, "--to", out, "--engine", database.url], { cwd, env })).exit,
    ).toBe(0);
    expect(readFileSync(join(out, "report.md"), "utf8")).toContain("V2-TOM-150");
    expect(readFileSync(join(out, "notes.json"), "utf8")).toContain("shop.yaml");
    const compared = await runRehearse(
      [
        "check",
        "--target",
        target.url,
        ...flags,
        "--out",
        join(cwd, "results"),
        "--baseline",
        join(out, "results.json"),
        "--strict",
      ],
      { cwd, env },
    );
    expect(compared).toMatchObject({ exit: 0 });
    // The secret was sent by the worker, and is nowhere in the database.
    expect(heard).toContain(`Bearer ${token}`);
    const [stored] = await database.query<{ text: string }>(
      `SELECT string_agg(convert_from(data, 'utf8'), '') || (SELECT string_agg(convert_from(data, 'utf8'), '') FROM rehearse.line)
       || (SELECT string_agg(concat(input, output, error), '') FROM rehearse.session) AS text FROM rehearse.file`,
    );
    expect(stored!.text).toContain("V2-TOM-150");
    expect(stored!.text).not.toContain(token);
  },
);

test(
  "the built-in pipeline: one budget, the knowledge base is embedded once, and keys are only on workers",
  { timeout: 120_000 },
  async () => {
    await using database = await openDatabase("built_in_check");
    await using server = await startRetrievalServer({ latencyMs: 5 });
    const cwd = folder();
    writeFileSync(
      join(cwd, "rehearse.config.mjs"),
      "export default { retrieval: { rerankSpacingMs: 0 } };\n",
    );
    const keyless = Object.fromEntries(
      Object.entries(server.env).filter(([name]) => !name.endsWith("_API_KEY")),
    );
    const check = (out: string, own: Record<string, string>, ...more: string[]) =>
      runRehearse(
        ["check", "--test-banks", "shipped", "--kb", "shipped", "--out", join(cwd, out), "--json", ...more],
        { cwd, env: own },
      );
    const alone = await check("alone", server.env);
    const asked = (vendor: string) => server.log.filter((one) => one.vendor === vendor).length;
    const [embedded, reranked] = [asked("voyage"), asked("anthropic")];
    const file = (JSON.parse(alone.stdout) as { results_file: string }).results_file;
    const spent = readResults(file).totals.all.cost;
    // Embeddings are cached in the working folder: each worker has its own, and one of the two parts.
    const start = () =>
      startRehearse(
        [
          "worker",
          "--engine",
          database.url,
          "--concurrency",
          "1",
          "--config",
          join(cwd, "rehearse.config.mjs"),
        ],
        { cwd: folder(), env: server.env },
      );
    const workers = [start(), start()];
    const queued = await check("queued", keyless, "--engine", database.url, "--budget", String(spent / 2));
    expect(queued).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining("runs resume check-") as string,
    });
    const id = /runs resume (check-\S+)/.exec(queued.stderr)![1]!;
    await runRehearse(["runs", "resume", id, "--budget", "50", "--engine", database.url], {
      cwd,
      env: keyless,
    });
    await vi.waitFor(
      async () =>
        expect(await database.query("SELECT state FROM rehearse.run WHERE id = $1", [id])).toEqual([
          { state: "finished" },
        ]),
      { timeout: 60_000, interval: 500 },
    );
    await ended(workers);
    await runRehearse(["export", id, "--to", join(cwd, "copy"), "--engine", database.url], {
      cwd,
      env: keyless,
    });
    const results = (path: string) =>
      JSON.parse(steady(readFileSync(path, "utf8"), cwd)) as Record<string, unknown>;
    const { totals: _, ...said } = results(join(cwd, "copy", "results.json"));
    // The gates are judged where the command runs, not by workers.
    const { totals: __, outcome, ...before } = results(file);
    expect(said).toEqual(before);
    expect(outcome).toMatchObject({ verdict: "no-gate" });
    expect(asked("anthropic") - reranked).toBe(reranked);
    // The messages of each of the two parts, and the documents once.
    expect(asked("voyage") - embedded).toBe(embedded + 1);
  },
);

/** Without what differs between two runs of anything: times, dates and folders. */
const steady = (text: string, out: string): string =>
  text
    .replaceAll(out, "OUT")
    .replaceAll(/"(ms|duration_ms)":\s*\d+/g, '"$1":0')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]?-?\d\d:?\d\d(:\d\d(\.\d+)?Z?)?/g, "DATE")
    .replaceAll(/\b[\d.]+ (ms|s)\b/g, "0 $1")
    .replaceAll(/time="[\d.]+"/g, 'time="0"');
