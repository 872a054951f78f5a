/**
 * Workers on Postgres beside one process: how many sessions a minute, how many connections, how much the database stores, what 10,000
 * queued sessions cost, and how long a new coordinator takes over a run with 1,000 ended ones. Models answer over loopback after 200 ms, and
 * no limit holds them back; Postgres comes from npm.
 *
 *     node benches/workers.ts [SESSIONS] [QUEUED]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "../src/kernel/clock/index.ts";
import { connectDatabase } from "../src/kernel/database/index.ts";
import type { RehearseProcess } from "../tests/support/cli/rehearse-process.ts";
import { openTable } from "../tests/support/model-servers/playtest-table.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { printHeader, printTable } from "./measure.ts";

const [SESSIONS = 48, QUEUED = 10_000] = process.argv.slice(2).map(Number);
const TURNS = 10;
const AT_ONCE = 8;

await using postgres = await startPostgres();
await using table = await openTable({
  endsAt: TURNS,
  pause: () => delay(200),
  settings: { limits: { anthropic: { concurrency: 100 }, openai: { concurrency: 100 } } },
});
await using database = await connectDatabase(postgres.url, { clock: systemClock, name: "bench" });
const plan = (sessions: number) =>
  `stories: [innsmouth]\nsystemPrompts: { baseline: baseline }\nnarratorModels: [opus-4.5]\nsessionsPerCombination: ${sessions}\nplayers: 2\nmaxTurnsPerSession: ${TURNS + 5}\n`;
writeFileSync(join(table.dir, "some.yaml"), plan(SESSIONS));
writeFileSync(join(table.dir, "many.yaml"), plan(QUEUED));
const ENDED = 1_000;
writeFileSync(join(table.dir, "ended.yaml"), plan(ENDED + 1));
printHeader(
  `${SESSIONS} sessions of ${TURNS} turns, models of 200 ms, ${AT_ONCE} sessions at once per process`,
);

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};
const ended = async (process: RehearseProcess) => {
  const { exit, stderr } = await process.ended;
  if (exit !== 0) throw new Error(stderr);
};
const worker = (atOnce: number) =>
  table.rehearse(
    "bench",
    "worker",
    "--engine",
    postgres.url,
    "--concurrency",
    String(atOnce),
    "--log",
    "json",
  );
const queue = (file: string) =>
  table.rehearse("bench", "matrix", "--plan", file, "--seed", "q", "--engine", postgres.url, "--detach");
const ready = async (workers: number) => {
  const connected = "SELECT count(*)::int AS n FROM rehearse.worker WHERE ended IS NULL";
  while ((await database.query<{ n: number }>(connected).catch(() => [{ n: 0 }]))[0]!.n < workers)
    await delay(50);
};

const rows: string[][] = [];
const row = (name: string, seconds: number) =>
  rows.push([name, seconds.toFixed(1), ((60 * SESSIONS) / seconds).toFixed(0), (alone / seconds).toFixed(2)]);
const args = ["matrix", "--plan", "some.yaml", "--seed", "b", "--json"];
const alone = await timed(() => ended(table.rehearse("bench", ...args, "--concurrency", String(AT_ONCE))));
row("one process, no database", alone);
let connections = 0;
const counting = setInterval(() => {
  // A worker has two pools, each with a name of its own.
  const largest = `SELECT coalesce(sum(most), 0)::int AS n FROM (
    SELECT max(n) AS most FROM (
      SELECT application_name AS pool, count(*) AS n FROM pg_stat_activity WHERE application_name LIKE 'rehearse%' GROUP BY 1) pools
    GROUP BY pool LIKE 'rehearse queue%') kinds`;
  void database
    .query<{ n: number }>(largest)
    .then(([found]) => (connections = Math.max(connections, found!.n)));
}, 250);
for (const count of [1, 2, 3]) {
  const workers = Array.from({ length: count }, () => worker(AT_ONCE));
  await ready(count);
  row(
    `${count} worker${count === 1 ? "" : "s"}`,
    await timed(() => ended(table.rehearse("bench", ...args, "--engine", postgres.url))),
  );
  for (const one of workers) one.kill("SIGTERM");
  for (const one of workers) await one.ended;
}
clearInterval(counting);

printTable(["played by", "seconds", "sessions a minute", "beside one process"], rows);
const [stored] = await database.query<{ tables: string; content: string }>(
  `SELECT (sum(pg_total_relation_size(oid)) / ${3 * SESSIONS})::bigint AS tables,
    ((SELECT sum(length(data)) FROM rehearse.file) + (SELECT sum(length(data)) FROM rehearse.line)) / ${3 * SESSIONS} AS content
   FROM pg_class WHERE relnamespace = 'rehearse'::regnamespace AND relkind = 'r'`,
);
console.log(
  `\nIn the database: ${(Number(stored!.tables) / 1000).toFixed(0)} KB per session of ${TURNS} turns, for ${(Number(stored!.content) / 1000).toFixed(0)} KB of files. A worker had up to ${connections} connections.`,
);

/** Queued, with all sessions but one played: copies of a session from above. */
await ended(queue("ended.yaml"));
await database.query(
  `WITH run AS (SELECT id FROM rehearse.run WHERE id LIKE 'ended%'),
   one AS (SELECT f.id, s.output FROM rehearse.session s JOIN rehearse.folder f ON f.run = s.run AND f.name = s.id WHERE s.state = 'played' LIMIT 1),
   planned AS (
     SELECT run.id AS run, s->>'sessionId' AS id, s AS input FROM run JOIN rehearse.folder f ON f.run = run.id JOIN rehearse.file ON file.folder = f.id,
       jsonb_array_elements(convert_from(file.data, 'utf8')::jsonb->'sessions') s WHERE file.path = 'plan.json' LIMIT $1
   ), played AS (
     INSERT INTO rehearse.session (run, id, start, state, input, output, attempts) SELECT planned.run, planned.id, 1, 'played', input, output, 1 FROM planned, one
   ), made AS (
     INSERT INTO rehearse.folder (run, name) SELECT run, id FROM planned RETURNING id
   ), files AS (
     INSERT INTO rehearse.file (folder, path, data) SELECT made.id, path, data FROM made, rehearse.file WHERE folder = (SELECT id FROM one)
   )
   INSERT INTO rehearse.line (folder, path, at, data) SELECT made.id, path, at, data FROM made, rehearse.line WHERE folder = (SELECT id FROM one)`,
  [ENDED],
);
const successor = worker(1);
const at = (event: string) =>
  Date.parse(new RegExp(`"at":"([^"]+)","event":"${event}"`).exec(successor.said.stdout)?.[1] ?? "");
while (Number.isNaN(at("played"))) await delay(50);
successor.kill("SIGTERM");
await successor.ended;
console.log(
  `\nA new coordinator of a run with ${ENDED} ended sessions queues the next one after ${((at("playing") - at("coordinating")) / 1000).toFixed(1)} s.`,
);

const submitted = await timed(() => ended(queue("many.yaml")));
const one = worker(1);
const enqueued = await timed(async () => {
  const rows = "SELECT count(*)::int AS n FROM rehearse.session WHERE run LIKE 'many%'";
  while ((await database.query<{ n: number }>(rows))[0]!.n < QUEUED) await delay(50);
});
await delay(3_000);
const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one.pid}/status`, "utf8"))?.[1];
const listed = await timed(() => ended(table.rehearse("bench", "runs", "--engine", postgres.url)));
one.kill("SIGTERM");
await one.ended;
console.log(
  `\n${QUEUED} sessions: submitted in ${submitted.toFixed(1)} s, queued in ${enqueued.toFixed(1)} s, \`runs\` lists them in ${listed.toFixed(1)} s with the start of the command; the worker that coordinates holds ${memory ? `${(Number(memory) / 1000).toFixed(0)} MB` : "an unknown amount of memory"}.`,
);
