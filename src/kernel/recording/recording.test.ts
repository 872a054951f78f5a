import { cpSync, mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { RecordingManifest } from "../../contract/index.ts";
import { systemClock } from "../clock/index.ts";
import { keepOut } from "../secrets/index.ts";
import { openLineLog } from "../store/index.ts";
import { openRecording } from "./open-recording.ts";
import { requestParts } from "./request-parts.ts";
import { writeRecording } from "./write-recording.ts";

const manifest: RecordingManifest = {
  version: 2,
  rehearse: "0.1.0",
  made: "2026-11-16T00:00:00.000Z",
  command: "play",
  note: "",
  plan: {},
  sessions: { session: { story: "innsmouth", seed: 5 } },
  models: {},
  providers: [],
};

const INSTRUCTIONS = "You are the narrator of an interactive story, and you never decide for the players.";
const message = (index: number) =>
  `Message ${index}: what the group did in turn ${index}, told in a sentence or two.`;
const prompt = (count: number, more: object = {}) => ({
  kind: "text",
  model: "local/x",
  instructions: INSTRUCTIONS,
  messages: Array.from({ length: count }, (_, index) => [index % 2 ? "assistant" : "user", message(index)]),
  ...more,
});

let dir: string;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), "recording-")), "rec");
});

async function record(calls: Record<string, object>, more: Partial<RecordingManifest> = {}): Promise<void> {
  const writer = await writeRecording(dir, { ...manifest, ...more }, { clock: systemClock });
  for (const [call, asked] of Object.entries(calls)) {
    const { hash, short, parts } = requestParts(asked);
    writer.keep(
      { session: "session", call, hash, request: short, attempts: [], answer: { text: call } },
      parts.values(),
    );
  }
  await writer.close();
}

const explained = (call: string, asked: object) => {
  const recording = openRecording(dir);
  try {
    return recording.explain({ session: "session", call, request: requestParts(asked) });
  } finally {
    recording.close();
  }
};
const refusal = () => {
  try {
    openRecording(dir).close();
  } catch (error) {
    return error as Error;
  }
  throw new Error("it was opened");
};
/** A line as anyone can write it, with a good checksum. */
async function append(line: Record<string, unknown>): Promise<void> {
  const { log } = openLineLog(file());
  log.append(line);
  await log.close();
}
const file = () => join(dir, "recording.jsonl");

test("a recorded call is found with its answer, and no other", async () => {
  await record({ "turn/1/narrator": prompt(1) });
  const recording = openRecording(dir);
  expect(recording.find("session", "turn/1/narrator")).toMatchObject({ answer: { text: "turn/1/narrator" } });
  expect(recording.find("session", "turn/2/narrator")).toBeUndefined();
  expect(recording.find("another", "turn/1/narrator")).toBeUndefined();
  recording.close();
});

test("a growing history is stored once: twice the turns take twice the space, not four times", async () => {
  const sizes: number[] = [];
  for (const turns of [40, 80]) {
    dir = join(mkdtempSync(join(tmpdir(), "recording-")), "rec");
    await record(
      Object.fromEntries(
        Array.from({ length: turns }, (_, turn) => [`turn/${turn + 1}/narrator`, prompt(2 * turn + 1)]),
      ),
    );
    sizes.push(readFileSync(file()).length);
  }
  expect(sizes[1]! / sizes[0]!).toBeLessThan(2.1);
});

test("the order of a request's keys makes no difference", () => {
  const { hash } = requestParts({ a: 1, b: { c: 2, d: 3 } });
  expect(requestParts({ b: { d: 3, c: 2 }, a: 1 }).hash).toBe(hash);
});

test.each([
  ["the model", prompt(3, { model: "local/y" }), "the model is local/y, recorded with local/x"],
  [
    "the instructions",
    prompt(3, { instructions: INSTRUCTIONS.replace("never", "always") }),
    'the instructions differ from the recording (first difference near "…story, and you always decide for the players."; recorded: "…story, and you never decide for the players.")',
  ],
  [
    "a message",
    {
      ...prompt(3),
      messages: [
        ["user", message(0)],
        ["assistant", `${message(1)} And more.`],
        ["user", message(2)],
      ],
    },
    "message 2 of 3 (assistant) differs from the recording (first difference near",
  ],
  ["the number of messages", prompt(5), "5 messages are sent, recorded with 3"],
  [
    "a setting",
    prompt(3, { temperature: 0.7 }),
    "the temperature is in this request but not in the recording",
  ],
])("a miss says what changed: %s", async (_, asked, words) => {
  await record({ "turn/1/narrator": prompt(3) });
  expect(explained("turn/1/narrator", asked)).toContain(words);
});

test("a miss says which call or session the recording lacks", async () => {
  await record({ "turn/1/narrator": prompt(1) });
  expect(explained("turn/9/player/2/again", prompt(1))).toBe(
    "the recording has no call turn/9/player/2/again",
  );
});

test("a recording is completed after a kill: a torn last line is cut off, the rest stays", async () => {
  await record({ "turn/1/narrator": prompt(1), "turn/2/narrator": prompt(3) });
  truncateSync(file(), readFileSync(file()).length - 20);
  await record({ "turn/2/narrator": prompt(3), "turn/3/narrator": prompt(5) });
  const recording = openRecording(dir);
  for (const turn of [1, 2, 3]) expect(recording.find("session", `turn/${turn}/narrator`)).toBeDefined();
  expect(recording.notes).toEqual([]);
  recording.close();
});

test("a session recorded again from its beginning keeps nothing of the first recording", async () => {
  await record({ "turn/1/narrator": prompt(1), "turn/9/narrator": prompt(1) });
  const writer = await writeRecording(dir, manifest, { clock: systemClock });
  writer.begin("session");
  await writer.close();
  await record({ "turn/1/narrator": prompt(1) });
  expect(explained("turn/9/narrator", prompt(1))).toBe("the recording has no call turn/9/narrator");
});

test("a recording with a cut last line is replayed up to there, and says so", async () => {
  await record({ "turn/1/narrator": prompt(1), "turn/2/narrator": prompt(3) });
  const whole = readFileSync(file());
  truncateSync(file(), whole.length - 20);
  const recording = openRecording(dir);
  expect(recording.find("session", "turn/1/narrator")).toBeDefined();
  expect(recording.notes[0]).toMatch(/The last line of .*recording\.jsonl is cut off/);
  recording.close();
  expect(explained("turn/2/narrator", prompt(3))).toBe(
    "the recording has no call turn/2/narrator; its last line is cut off",
  );
  expect(readFileSync(file()).length).toBe(whole.length - 20);
});

test("a recording changed in the middle is refused with the line, and left unchanged", async () => {
  await record({ "turn/1/narrator": prompt(1), "turn/2/narrator": prompt(3) });
  const text = readFileSync(file(), "utf8").replace("never decide", "never derive");
  writeFileSync(file(), text);
  expect(refusal().message).toMatch(/recording\.jsonl is unreadable: line 2 was changed/);
  await expect(record({})).rejects.toThrow("is unreadable: line 2");
  expect(readFileSync(file(), "utf8")).toBe(text);
});

test.each(["recording.json", "recording.jsonl"])(
  "a recording of another version is refused: %s",
  async (name) => {
    await record({ "turn/1/narrator": prompt(1) });
    if (name === "recording.json")
      writeFileSync(join(dir, name), JSON.stringify({ ...manifest, version: 1, sessions: "otherwise" }));
    else {
      truncateSync(file(), 0);
      await append({ type: "recording", version: 1 });
    }
    expect(refusal().message).toContain(`${name} has format 1; this version of rehearse reads format 2`);
    await expect(record({})).rejects.toThrow("has format 1");
  },
);

test("anything but a recording is refused with an explanation", async () => {
  expect(refusal().message).toBe(`folder not found: ${dir}`);
  mkdirSync(dir, { recursive: true });
  expect(refusal().message).toBe(`${dir} is not a recording: it has no recording.json.`);
  writeFileSync(join(dir, "recording.json"), "{ not JSON");
  expect(refusal().message).toContain("recording.json is unreadable");
  writeFileSync(join(dir, "recording.json"), JSON.stringify({ ...manifest, providers: ["../../etc"] }));
  expect(refusal().message).toContain("recording.json is unreadable: providers.0");
  writeFileSync(join(dir, "recording.json"), JSON.stringify(manifest));
  expect(refusal().message).toBe(`${dir} is not complete: recording.jsonl is missing.`);
  writeFileSync(file(), "hello\n");
  expect(refusal().message).toContain("recording.jsonl is unreadable");
  dir = file();
  expect(refusal().message).toBe(`${dir} is a file, not a recording.`);
});

test("refuses to record into a folder with other files or another recording", async () => {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "notes.txt"), "mine");
  await expect(record({})).rejects.toThrow("holds other files, such as notes.txt, and no recording");
  dir = `${dir}-2`;
  await record({ a: prompt(1) });
  await expect(record({}, { command: "check" })).rejects.toThrow(
    "holds another recording: it was made by `rehearse play`, not by `rehearse check`",
  );
  await expect(record({}, { sessions: { session: { story: "innsmouth", seed: 6 } } })).rejects.toThrow(
    "sessions.session.seed is 5 in the recording and 6 now",
  );
});

test("keys are kept out of requests and answers", async () => {
  keepOut({ SOME_API_KEY: "sk-recording-secret-123" });
  const asked = prompt(1, { instructions: `${INSTRUCTIONS} The key is sk-recording-secret-123.` });
  await record({ "turn/1/narrator": asked });
  expect(readFileSync(file(), "utf8")).not.toContain("sk-recording-secret-123");
  expect(readFileSync(file(), "utf8")).toContain("[SOME_API_KEY]");
  const recording = openRecording(dir);
  expect(recording.find("session", "turn/1/narrator")!.hash).toBe(requestParts(asked).hash);
  recording.close();
});

test("a circular chain of parts ends", async () => {
  await record({ "turn/1/narrator": prompt(9) });
  const last = (requestParts(prompt(9)).short["messages"] as { "#": string })["#"];
  await append({ type: "link", hash: last, after: last, item: ["user", "again"] });
  expect(explained("turn/1/narrator", prompt(11))).toContain("differs from the recording");
});

test("a recording is read only: a copy without write permission plays", async () => {
  await record({ "turn/1/narrator": prompt(1) });
  const copy = `${dir}-copy`;
  cpSync(dir, copy, { recursive: true });
  const before = readFileSync(join(copy, "recording.jsonl"));
  const recording = openRecording(copy);
  recording.find("session", "turn/1/narrator");
  recording.close();
  expect(readFileSync(join(copy, "recording.jsonl"))).toEqual(before);
});
