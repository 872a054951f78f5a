import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HarnessError } from "../../kernel/errors/index.ts";
import { readTranscripts } from "./transcript-file.ts";

const line = {
  session: "inn",
  turn: 1,
  story: "An inn",
  players: ["Ada", "Ben"],
  narrator: "The door opens.",
  said: [{ name: "Ben", says: "Hello?" }],
  relay: "We go in.",
};

function file(...lines: Array<object | string>): string {
  const path = join(mkdtempSync(join(tmpdir(), "transcript-")), "t.jsonl");
  writeFileSync(
    path,
    lines.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join("\n"),
  );
  return path;
}

test("sessions of one file, in order, with seats for names and without labels", () => {
  const path = file(
    `\uFEFF${JSON.stringify({ ...line, labels: [{ type: "loop", note: "secret" }] })}`,
    { ...line, session: "sea", relay: null, said: [] },
    "",
    { ...line, turn: 2, relay: " " },
  );
  const sessions = readTranscripts(path);
  expect(sessions).toEqual([
    {
      session: "inn",
      table: { story: "An inn", names: ["Ada", "Ben"] },
      turns: [
        {
          turn: 1,
          phase: "story",
          narration: "The door opens.",
          talk: [{ seat: 1, says: "Hello?" }],
          relay: "We go in.",
        },
        { turn: 2, phase: "story", narration: "The door opens.", talk: [{ seat: 1, says: "Hello?" }] },
      ],
    },
    {
      session: "sea",
      table: { story: "An inn", names: ["Ada", "Ben"] },
      turns: [{ turn: 1, phase: "story", narration: "The door opens.", talk: [] }],
    },
  ]);
});

test.each<[string, Array<object | string>, RegExp]>([
  ["is not JSON", [line, "{oops"], /t\.jsonl, line 2: it is not JSON at column 2/],
  ["lacks a field", [{ ...line, narrator: undefined }], /t\.jsonl, line 1: narrator: .*\.$/],
  ["has a wrong type", [{ ...line, said: [{ name: "Ben", says: 3 }] }], /line 1: said\.0\.says: .*\.$/],
  ["begins a JSON array", ["[", line, "]"], /line 1: expected one JSON object per line\.$/],
  ["repeats a turn", [line, line], /line 2: session inn has turn 1 already/],
  [
    "leaves a turn out",
    [line, { ...line, turn: 3 }],
    /line 2: turn 2 of session inn is missing before turn 3/,
  ],
  ["begins late", [{ ...line, turn: 2 }], /line 1: turn 1 of session inn is missing/],
  [
    "lets a stranger speak",
    [{ ...line, said: [{ name: "Bem", says: "Hi" }] }],
    /line 1: "Bem" speaks, but is not one of the players \(Ada, Ben\)\. Did you mean Ben\?$/,
  ],
  ["changes the players", [line, { ...line, turn: 2, players: ["Ada"], said: [] }], /line 2: players differ/],
  [
    "names a player twice",
    [{ ...line, players: ["Ada", "Ada"], said: [] }],
    /line 1: players lists "Ada" twice/,
  ],
  ["would leave the folder", [{ ...line, session: "../up" }], /line 1: The session "\.\.\/up" cannot be/],
  ["is too long", [{ ...line, narrator: "x".repeat(40_001) }], /line 1: narrator: .*40000/],
  [
    "is far too long",
    [{ ...line, narrator: "x".repeat(1_100_000) }],
    /line 1: the line has 1,100,\d+ characters/,
  ],
  ["is not there", [""], /t\.jsonl has no turns/],
])("a line that %s is refused with file and line", (_, lines, message) => {
  const path = file(...lines);
  try {
    readTranscripts(path);
  } catch (error) {
    expect(error).toBeInstanceOf(HarnessError);
    expect(error).toMatchObject({ code: "bad-file", exit: 2 });
    expect((error as HarnessError).message).toMatch(message);
    expect((error as HarnessError).remedy).not.toBe("");
    return;
  }
  expect.unreachable("it was accepted");
});
