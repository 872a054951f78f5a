/** `bench observer` through the real binary, against a reader with scripted answers. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ObserverBench } from "../../../src/playtest/index.ts";
import type { Court } from "../../support/model-servers/judge-server.ts";
import { runRehearse, startRehearse } from "../../support/cli/rehearse-process.ts";
import { script, turns } from "../../support/playtest/inn-and-sea.ts";
import { found, openReader } from "../../support/playtest/scripted-reader.ts";

function corpusIn(lines: readonly object[] = turns): { cwd: string; corpus: string } {
  const cwd = mkdtempSync(join(tmpdir(), "observer-"));
  mkdirSync(join(cwd, "corpus"));
  writeFileSync(
    join(cwd, "corpus", "sessions.jsonl"),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  writeFileSync(
    join(cwd, "rehearse.config.ts"),
    "export default { retry: { attempts: 2, reasks: 0, firstDelayMs: 1, maxDelayMs: 2 } };",
  );
  return { cwd, corpus: "corpus" };
}
const bench = (court: Pick<Court, "env">, cwd: string, ...args: string[]) =>
  runRehearse(["bench", "observer", "--corpus", "corpus", ...args], {
    cwd,
    env: court.env,
  });

test("counts hits, misses, hard negatives, tellings and tangents; failures leave turns unread", async () => {
  await using reader = await openReader(script, (claim) => !claim.includes("The captain nods"));
  const { cwd } = corpusIn();
  const asked = ["--observer", "haiku", "--findings", "found.jsonl", "--record", "rec", "--json"];
  const { exit, stdout, stderr } = await bench(reader, cwd, ...asked);
  expect(stderr).toContain("sea, turn 1 could not be read: ");
  expect(exit).toBe(0);
  const result = JSON.parse(stdout) as ObserverBench;
  const kind = (name: string, { kinds }: Pick<ObserverBench, "kinds"> = result) =>
    kinds.find((each) => each.name === name);
  expect(result.turns).toMatchObject({ all: 5, read: 4, unread: [{ session: "sea", turn: 1 }] });
  // The second label of turn 3 has no finding on its words, although the turn has another finding of its kind.
  expect(kind("contradiction")).toMatchObject({
    labelled: 3,
    found: 4,
    hits: 2,
    recall: 0.6667,
    precision: 0.5,
  });
  expect(kind("contradiction")!.recallInterval![0]).toBeCloseTo(0.2077, 3);
  expect(kind("confusion")).toMatchObject({ labelled: 1, found: 1, hits: 1, recall: 1, precision: 1 });
  expect(kind("leak")).toMatchObject({ labelled: 1, hits: 1 });
  expect(kind("repetition")).toMatchObject({ labelled: 0, found: 0, recall: null, recallInterval: null });
  expect(kind("character-break")).toMatchObject({ found: 0, precision: null });
  expect(kind("character-break", result.withoutSecondLook)).toMatchObject({ found: 1, precision: 0 });
  expect(result.hardNegatives).toEqual({ total: 2, right: 1 });
  expect(result.private).toEqual({ labelled: 1, routed: 1, exposed: 0, extra: 1 });
  expect(result.tangents).toEqual({ labelled: 1, found: 1, hits: 1, endsRight: 1, howRight: 0 });
  expect(result).toMatchObject({ voidQuotes: 1, refuted: 1, unconfirmed: 0, calls: 7 });
  expect(result.tokensPerTurn).toBeGreaterThan(1_000);
  expect(result.costPerTurn).toBeGreaterThan(0);
  expect(result.misses.map(({ quote }) => quote)).toEqual(["The glass bridge"]);
  expect(result.falseAlarms.map(({ quote }) => quote)).toEqual([
    "lies behind you",
    "Rain has come up since the ferry left",
    "The captain nods at Dee",
  ]);

  const lines = readFileSync(join(cwd, "found.jsonl"), "utf8").trim().split("\n");
  const findings = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(findings.map(({ session, turn, type }) => [session, turn, type])).toEqual([
    ["inn", 1, "private"],
    ["inn", 1, "tangent"],
    ["inn", 2, "contradiction"],
    ["inn", 2, "confusion"],
    ["inn", 3, "contradiction"],
    ["inn", 3, "contradiction"],
    ["inn", 3, "secret-leak"],
    ["sea", 2, "contradiction"],
    ["sea", 2, "private"],
  ]);
  expect(findings[0]).toMatchObject({ to: "Ada" });
  expect(findings[1]).toMatchObject({ initiator: "Ben", ends: 2, how: "forced", woven: false });
  expect(findings[2]).toMatchObject({
    quote: "The wooden bridge creaks, and a cat watches.",
    against: "The bridge over the gorge is made of stone",
    confidence: 0.9,
  });

  // Scored again from the recording: the same numbers, without a request, a key or a folder left behind.
  const before = reader.asked.length;
  const again = await bench({ env: {} }, cwd, "--recording", "rec", "--json");
  expect(again.stderr).toContain("no request was made");
  expect(JSON.parse(again.stdout)).toEqual(result);
  expect(reader.asked).toHaveLength(before);
});

test("no request contains a word of a label", async () => {
  const dir = join(import.meta.dirname, "..", "..", "fixtures", "narrated");
  const corpus = readFileSync(join(dir, "sessions.jsonl"), "utf8").trim().split("\n");
  const lines = corpus.map((line) => JSON.parse(line) as { turn: number; labels: Record<string, unknown>[] });
  await using reader = await openReader(({ last }) => {
    const quote = /NARRATION:\n(.{30})/.exec(last.slice(last.indexOf("THE TURN TO READ")))![1]!;
    return { findings: [found("character-break", quote)] };
  });
  const { cwd } = corpusIn();
  const { exit } = await runRehearse(
    ["bench", "observer", "--corpus", dir, "--observer", "haiku", "--concurrency", "12"],
    { cwd, env: reader.env },
  );
  expect(exit).toBe(0);
  // Each turn was read and looked at a second time.
  expect(reader.asked).toHaveLength(2 * lines.length);
  const sent = reader.asked.map(({ system, messages }) =>
    [system, ...messages.map(({ text }) => text)].join("\n"),
  );
  // A short title may occur in the story too.
  const told = JSON.stringify(lines.map((turn) => ({ ...turn, labels: [] })));
  const words = lines
    .flatMap(({ labels }) => labels.flatMap(({ note, title }) => [note, title]))
    .filter((text) => typeof text === "string")
    .filter((text) => !told.includes(JSON.stringify(text).slice(1, -1)));
  expect(words.length).toBeGreaterThan(150);
  expect(words.filter((text) => sent.some((request) => request.includes(text)))).toEqual([]);
  expect(sent.filter((request) => /"labels"|"verbatim"|hard negative/.test(request))).toEqual([]);
});

test("an unreadable corpus is refused before any call", async () => {
  await using reader = await openReader(() => ({}));
  const { cwd } = corpusIn();
  const refused = async (...args: string[]) => {
    const { exit, stderr } = await bench(reader, cwd, ...args);
    expect(exit).toBe(2);
    return stderr;
  };
  expect(await refused()).toContain("bench observer needs a reader.");
  expect(await refused("--observer", "house")).toContain(
    "--observer house works only on sessions that a house narrator played",
  );
  expect(await refused("--observer", "haiku", "--sessions", "inn,moon")).toContain('no session "moon"');
  writeFileSync(
    join(cwd, "corpus", "sessions.jsonl"),
    JSON.stringify({ ...turns[0], labels: [{ type: "private" }] }),
  );
  expect(await refused("--observer", "haiku")).toContain("line 1: labels.0.to is missing.");
  expect(reader.asked).toEqual([]);
});

test("a spent budget ends it with 4; the run resumes without repeating answered calls", async () => {
  await using reader = await openReader(script);
  const { cwd } = corpusIn();
  const first = await bench(reader, cwd, "--observer", "haiku", "--budget", "0.025", "--concurrency", "1");
  expect(first.exit).toBe(4);
  const run = /--run (\S+?)\.$/m.exec(first.stderr)![1]!;
  const before = reader.asked.map(({ messages }) => JSON.stringify(messages));
  expect(before.length).toBeGreaterThan(0);
  const second = await bench(reader, cwd, "--observer", "haiku", "--run", run, "--json");
  expect(second.exit).toBe(0);
  const after = reader.asked.slice(before.length).map(({ messages }) => JSON.stringify(messages));
  expect(after.filter((request) => before.includes(request))).toEqual([]);
  expect((JSON.parse(second.stdout) as ObserverBench).turns).toMatchObject({ all: 5, read: 4 });
});

test.each(["reader", "second look"])(
  "killed during the %s, a bench resumes with --run: no answered call is repeated, and the numbers are the same",
  async (part) => {
    let stop: (() => void) | undefined;
    const hangs = (now: string) => {
      if (now !== part || !stop) return false;
      stop();
      return true;
    };
    await using reader = await openReader(
      (asked) => (asked.turn === 3 && hangs("reader") ? "hang" : script(asked)),
      () => (hangs("second look") ? "hang" : true),
    );
    const { cwd } = corpusIn();
    const args = ["--observer", "haiku", "--sessions", "inn", "--run", "run", "--json"];
    const command = ["bench", "observer", "--corpus", "corpus", ...args];
    const killed = startRehearse(command, { cwd, env: reader.env });
    stop = () => killed.kill("SIGKILL");
    expect(await killed.ended).toMatchObject({ signal: "SIGKILL" });
    stop = undefined;
    const before = reader.asked.slice(0, -1).map(({ messages }) => JSON.stringify(messages));
    expect(before.length).toBeGreaterThan(0);
    const { exit, stdout } = await runRehearse(command, { cwd, env: reader.env });
    expect(exit).toBe(0);
    const after = reader.asked.slice(before.length + 1).map(({ messages }) => JSON.stringify(messages));
    expect(after.filter((request) => before.includes(request))).toEqual([]);
    const whole = await bench(reader, corpusIn().cwd, ...args);
    const scored = (text: string) => {
      const { turns, kinds, hardNegatives, tangents, misses } = JSON.parse(text) as ObserverBench;
      return { turns, kinds, hardNegatives, tangents, misses };
    };
    expect(scored(stdout)).toEqual(scored(whole.stdout));
    expect(reader.asked.length - before.length - 1 - after.length).toBe(before.length + after.length);
  },
);
