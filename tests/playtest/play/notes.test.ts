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
import type { Entry } from "../../support/model-servers/playtest-server.ts";
import { playerReply } from "../../support/model-servers/playtest-server.ts";

const words = (line: string): string[] => line.split(" ");
const play = words(
  "play --story innsmouth --narrator opus-4.5 --seed 3 --archetypes joker,follower --max-turns 7 --out . --json",
);
const withCode = (notes: readonly Note[], code: Note["code"]) => notes.filter((note) => note.code === code);

test.each([
  [401, "classifier"],
  [402, "classifier"],
  [403, "classifier"],
  [401, "reader"],
] as const)(
  "a %i for the %s stops the session with exit 2, and it can be resumed once the key works",
  { timeout: 120_000 },
  async (status, part) => {
    let refuses = true;
    const refused = Promise.withResolvers<void>();
    await using table = await openTable({
      endsAt: 12,
      // The reader's refusal of the first five turns comes before the eighth turn is told.
      pause: ({ part, turn }) => (refuses && part === "narrator" && turn === 8 ? refused.promise : undefined),
      onOver: (asked) => void (asked.part === part && refused.resolve()),
      special: (asked) =>
        asked.part === part && refuses
          ? { does: "refuse", status, message: "This key may not." }
          : lost(asked),
    });
    const stopped = await table.run("one", ...play.map((word) => (word === "7" ? "12" : word)));
    expect(stopped.exit).toBe(2);
    const { outcome, why, dir } = JSON.parse(stopped.stdout) as SessionResult;
    expect({ outcome, why }).toEqual({
      outcome: "interrupted",
      why: expect.stringContaining(String(status)),
    });
    expect(stopped.stderr).toContain("resume");
    refuses = false;
    const resumed = await table.run("one", "resume", dir, "--json");
    expect(resumed.exit).toBe(0);
    const result = JSON.parse(resumed.stdout) as SessionResult;
    expect(result.outcome).toBe("completed");
  },
);

test(
  "a refused judge is reported in report and result: different from a session without a judge",
  { timeout: 120_000 },
  async () => {
    // This server plays no judge: it answers 404.
    await using table = await openTable({ endsAt: 6, special: lost });
    const { exit, stdout } = await table.run("one", ...play, "--judge", "grok-4");
    expect(exit).toBe(2);
    const { dir, outcome, notes } = JSON.parse(stdout) as SessionResult;
    expect(outcome).toBe("completed");
    expect(withCode(notes, "not-scored")).toEqual([
      {
        code: "not-scored",
        text: expect.stringMatching(/^the judge grok-4 failed after 1 attempt: .*404/),
      },
    ]);
    expect(readFileSync(join(table.dir, dir, "report.md"), "utf8")).toContain(
      "- Not scored: the judge grok-4 failed after 1 attempt: ",
    );
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
  "a classifier that cannot answer a turn stops the session with 3; resumed, it goes on where it stopped",
  { timeout: 60_000 },
  async () => {
    let isModerated = true;
    await using table = await openTable({
      endsAt: 6,
      special: ({ part, turn }) =>
        part === "classifier" && turn === 4 && isModerated
          ? { does: "refuse", status: 403, message: "Your input was flagged by moderation." }
          : undefined,
    });
    const stopped = await table.run("one", ...play);
    expect(stopped.exit).toBe(3);
    expect(stopped.stderr).toMatch(/Turn 4 could not be classified by .*flagged by moderation/);
    const { dir, turns } = JSON.parse(stopped.stdout) as SessionResult;
    expect(turns).toBe(3);
    isModerated = false;
    const resumed = await table.run("one", "resume", dir, "--json");
    expect(resumed.exit).toBe(0);
    expect(JSON.parse(resumed.stdout)).toMatchObject({ outcome: "completed", turns: 6 });
    const narrations = table.server.of("one").filter(({ part, turn }) => part === "narrator" && turn === 4);
    expect(narrations).toHaveLength(1);
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

/** One who is lost is a hint, which a model is asked about. */
const lost = ({ part, turn, archetype }: Entry) =>
  part === "player" && turn === 4 && archetype === "joker"
    ? playerReply({ says: "Wait, what?", wants: "go on." })
    : undefined;
