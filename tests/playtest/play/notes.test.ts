/** Notes are in every report and result. A provider that refuses the key stops the run. */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  sessionResult,
  type MatrixResult,
  type Note,
  type SessionResult,
} from "../../../src/contract/index.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";

const words = (line: string): string[] => line.split(" ");
const play = words(
  "play --story innsmouth --narrator opus-4.5 --seed 3 --archetypes joker,follower --max-turns 7 --out . --json",
);
const withCode = (notes: readonly Note[], code: Note["code"]) => notes.filter((note) => note.code === code);

test(
  "a refused key stops the session with exit 2, and it can be resumed once the key works",
  { timeout: 120_000 },
  async () => {
    let refuses = true;
    await using table = await openTable({
      endsAt: 6,
      special: ({ part }) =>
        part === "classifier" && refuses
          ? { does: "refuse", status: 401, message: "This key may not." }
          : undefined,
    });
    const stopped = await table.run("one", ...play);
    expect(stopped.exit).toBe(2);
    const { outcome, why, dir } = JSON.parse(stopped.stdout) as SessionResult;
    expect({ outcome, why }).toEqual({ outcome: "interrupted", why: expect.stringContaining("401") });
    expect(stopped.stderr).toContain("resume");
    refuses = false;
    const resumed = await table.run("one", "resume", dir, "--json");
    expect(resumed.exit).toBe(0);
    expect(JSON.parse(resumed.stdout)).toMatchObject({ outcome: "completed" });
  },
);

test(
  "a cut narration and a replaced model are reported in report and result",
  { timeout: 120_000 },
  async () => {
    await using table = await openTable({
      endsAt: 7,
      special: ({ part, turn }) =>
        part === "narrator" && (turn === 4 || turn === 6)
          ? { does: "cut", text: `The tide comes in, and over roof ${turn} of the town you see` }
          : undefined,
    });
    const { result, dir, stopped } = await table.play("one", { archetypes: ["joker", "follower"] });
    expect(stopped).toBeUndefined();
    expect(withCode(result.notes, "narration-cut")).toEqual([
      {
        code: "narration-cut",
        turns: [4, 6],
        text: "the reply reached the output limit",
      },
    ]);
    expect(withCode(result.notes, "other-model").map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "kimi-k2 was retired on 2026-05-25; kimi-k2.5 is used instead",
        "narrator: anthropic/claude-opus-4-5-dated answered instead of anthropic/claude-opus-4-5",
      ]),
    );
    const report = readFileSync(join(dir, "report.md"), "utf8");
    expect(report).toMatch(
      /^## Notes\n\n(- .*\n)*- Narration cut in turns 4, 6: the reply reached the output limit$/m,
    );
    const part = await table.run("one", "report", dir, "--turns", "4");
    expect(part.stdout).toContain("- Narration cut in turn 4: the reply reached the output limit");
    expect((await table.run("one", "report", dir, "--turns", "5")).stdout).not.toContain("Narration cut");
    const pasted = await table.run("one", "report", dir, "--turns", "5-6", "--for-llm");
    expect(pasted.stdout).toContain("> - Narration cut in turn 6: the reply reached the output limit");
    const stored = sessionResult.parse(JSON.parse(readFileSync(join(dir, "session.json"), "utf8")));
    expect(stored.notes).toEqual(result.notes);
  },
);

test(
  "a matrix and an A/B test count the notes of their sessions, in report and JSON",
  { timeout: 120_000 },
  async () => {
    await using table = await openTable({
      endsAt: 9,
      special: ({ part, turn, number }) =>
        part === "narrator" && turn > 2
          ? { does: "cut", text: `The tide comes in, for the ${number}` }
          : undefined,
    });
    const matrix = await table.run(
      "one",
      ...words(
        "matrix --preset smoke --stories innsmouth --prompts baseline --narrator opus-4.5 --seed 2 --json",
      ),
      ...words("--player-model house --classifier none --observer none --sessions 2 --max-turns 4 --out ."),
    );
    expect(matrix.stderr).not.toContain("Error");
    const told = JSON.parse(matrix.stdout) as MatrixResult;
    expect(told.notes).toContainEqual({
      code: "narration-cut",
      sessions: 2,
      turns: 4,
      text: "the reply reached the output limit",
    });
    expect(told.notes).toContainEqual(expect.objectContaining({ code: "no-classifier", sessions: 2 }));
    expect(readFileSync(join(table.dir, told.dir, "report.md"), "utf8")).toContain(
      "- Narration cut: 2 sessions, 4 turns.",
    );
    const checkpoint = join(told.dir, "sessions", told.rows[0]!.sessionId, "turn-3.json");
    const ab = await table.run(
      "one",
      ...words(`ab --checkpoint ${checkpoint} --a narrator=opus-4.5 --b prompt=structured --turns 1`),
      ...words("--pairs 1 --observer haiku --out . --json"),
    );
    expect((JSON.parse(ab.stdout) as MatrixResult).notes).toContainEqual(
      expect.objectContaining({ code: "narration-cut", sessions: 2, turns: 2 }),
    );
  },
);

test("a torn journal line is a note of the session that was resumed", { timeout: 60_000 }, async () => {
  await using table = await openTable({ endsAt: 6 });
  const house = words("play --narrator house --seed 3 --max-turns 8 --out . --json");
  const played = await table.run("one", ...house);
  const { dir, notes } = JSON.parse(played.stdout) as SessionResult;
  expect(notes).toEqual([]);
  expect(readFileSync(join(table.dir, dir, "report.md"), "utf8")).toContain("## Notes\n\nNone.\n");
  const replayed = await table.run(
    "one",
    ...words(`replay --checkpoint ${join(dir, "turn-3.json")} --turns 1 --out . --json`),
  );
  const branch = (JSON.parse(replayed.stdout) as SessionResult[])[0]!.dir;
  appendFileSync(join(table.dir, branch, "calls.jsonl"), '{"type":"start","ca');
  const resumed = await table.run("one", "resume", branch, "--json");
  expect(withCode((JSON.parse(resumed.stdout) as SessionResult).notes, "torn-line")).toEqual([
    {
      code: "torn-line",
      text: expect.stringContaining("the last 19 bytes of"),
    },
  ]);
});
