import { mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { RecordingManifest } from "../../contract/index.ts";
import { systemClock } from "../clock/index.ts";
import { keepOut } from "../secrets/index.ts";
import { openLineLog } from "../store/index.ts";
import { firstDifference, openRecording, writeRecording } from "./recording.ts";

const manifest: RecordingManifest = {
  version: 2,
  rehearse: "0.1.0",
  made: "2026-11-16T00:00:00.000Z",
  command: "play",
  note: "",
  inputs: { story: { id: "innsmouth" }, prompt: { name: "baseline", text: "Narrate." }, seed: 5 },
  settings: {},
  models: {},
  providers: [],
};
const withInputs = (inputs: object): RecordingManifest => ({
  ...manifest,
  inputs: { ...manifest.inputs, ...inputs },
});

let dir: string;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), "recording-")), "rec");
});
const file = () => join(dir, "calls.jsonl");

async function record(calls: readonly string[], about = manifest): Promise<void> {
  const writer = await writeRecording(dir, about, { clock: systemClock });
  for (const call of calls)
    writer.keep({ session: "session", call, hash: `of ${call}`, attempts: [], answer: { text: call } });
  await writer.close();
}

function found(call: string, session = "session") {
  const recording = openRecording(dir);
  try {
    return recording.find(session, call);
  } finally {
    recording.close();
  }
}

const refusal = () => {
  try {
    openRecording(dir).close();
  } catch (error) {
    return error as Error;
  }
  throw new Error("it was opened");
};

test("a recorded call is found with its answer, and no other", async () => {
  await record(["turn/1/narrator"]);
  expect(found("turn/1/narrator")).toMatchObject({ answer: { text: "turn/1/narrator" } });
  expect(found("turn/2/narrator")).toBeUndefined();
  expect(found("turn/1/narrator", "another")).toBeUndefined();
});

test("a recording is completed after a kill: a torn last line is cut off, the rest stays", async () => {
  await record(["turn/1/narrator", "turn/2/narrator"]);
  truncateSync(file(), readFileSync(file()).length - 20);
  expect(found("turn/1/narrator")).toBeDefined();
  expect(found("turn/2/narrator")).toBeUndefined();
  await record(["turn/2/narrator", "turn/3/narrator"]);
  for (const turn of [1, 2, 3]) expect(found(`turn/${turn}/narrator`)).toBeDefined();
});

test.each(["recording.json", "calls.jsonl"])(
  "a recording of another version is refused: %s",
  async (name) => {
    await record(["turn/1/narrator"]);
    if (name === "recording.json")
      writeFileSync(join(dir, name), JSON.stringify({ ...manifest, version: 1 }));
    else {
      truncateSync(file(), 0);
      const { log } = openLineLog(file());
      log.append({ type: "recording", version: 1 });
      await log.close();
    }
    expect(refusal().message).toContain(`${name} has format 1; this version of rehearse reads format 2`);
    await expect(record([])).rejects.toThrow("has format 1");
  },
);

test("anything but a recording is refused with an explanation", async () => {
  expect(refusal().message).toBe(`${dir} is not a recording: it does not exist.`);
  mkdirSync(dir, { recursive: true });
  expect(refusal().message).toBe(`${dir} is not a recording: it has no recording.json.`);
  writeFileSync(join(dir, "recording.json"), "{ not JSON");
  expect(refusal().message).toContain("recording.json is unreadable");
  writeFileSync(join(dir, "recording.json"), JSON.stringify({ ...manifest, providers: ["../../etc"] }));
  expect(refusal().message).toContain("recording.json is unreadable: providers.0");
  writeFileSync(join(dir, "recording.json"), JSON.stringify(manifest));
  expect(refusal().message).toBe(`${dir} is unreadable: calls.jsonl is missing.`);
  writeFileSync(file(), "hello\n");
  expect(refusal().message).toContain("calls.jsonl is unreadable");
});

test("a journal is not taken for a recording, and nothing is recorded into its folder", async () => {
  mkdirSync(dir, { recursive: true });
  const { log } = openLineLog(file());
  log.append({ type: "journal", version: 2 });
  await log.close();
  const before = readFileSync(file());
  await expect(record(["turn/1/narrator"])).rejects.toThrow("it does not start like a recording");
  expect(readFileSync(file())).toEqual(before);
});

test("a hostile line is refused when it is replayed", async () => {
  await record(["turn/1/narrator"]);
  const { log } = openLineLog(file());
  log.append({ session: "session", call: "turn/2/narrator", hash: 7, attempts: "many" });
  await log.close();
  expect(found("turn/1/narrator")).toBeDefined();
  expect(() => found("turn/2/narrator")).toThrow("the line of turn/2/narrator at byte");
});

test("a recording is continued only with the same inputs", async () => {
  await record(["turn/1/narrator"]);
  await expect(record([], { ...manifest, command: "check" })).rejects.toThrow(
    'holds another recording: the command differs (recorded "play", now "check")',
  );
  await expect(record([], withInputs({ seed: 6 }))).rejects.toThrow("the seed differs (recorded 5, now 6)");
});

test.each([
  [
    "name",
    { prompt: { name: "pulse-aware", text: "Narrate." } },
    'the prompt differs (recorded "baseline", now "pulse-aware")',
  ],
  [
    "content",
    { prompt: { name: "baseline", text: "Sing." } },
    'the prompt differs (both are "baseline", with different content)',
  ],
  [
    "the first of several",
    { seed: 6, story: { id: "salt-road" } },
    'the story differs (recorded "innsmouth", now "salt-road")',
  ],
  ["one that was not given", { maxTurns: 9 }, "the max turns differ (recorded none, now 9)"],
])("a difference in inputs is named: %s", (_, inputs, words) => {
  expect(firstDifference(manifest, withInputs(inputs))).toBe(words);
});

test("own kinds of findings are inputs too, and equal inputs do not differ", () => {
  const findings = { "off-brand": { is: "praise", not: "irony", points: 5 } };
  expect(firstDifference(manifest, { ...manifest, settings: { findings } })).toMatch(/^the findings differ/);
  expect(firstDifference(manifest, withInputs({}))).toBeUndefined();
});

test("keys are kept out of inputs and answers", async () => {
  keepOut({ SOME_API_KEY: "sk-recording-secret-123" });
  await record(["sk-recording-secret-123"], withInputs({ rubric: "sk-recording-secret-123" }));
  const text = readFileSync(file(), "utf8") + readFileSync(join(dir, "recording.json"), "utf8");
  expect(text).not.toContain("sk-recording-secret-123");
  expect(text.match(/\[SOME_API_KEY\]/g)!.length).toBeGreaterThan(2);
});
