/** A key quoted by a prompt, a narrator or a test is in no file, page, event or line of output. */
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createHarness } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import { openLineLog, readLineLog, writeFileSafely, writeNewFile } from "../../../src/kernel/store/index.ts";
import { houseCast, loadLatest, planSession, playSession } from "../../../src/playtest/index.ts";

const key = "sk-proj-9f8e7d6c5b4a3210";
const escaped = key.replaceAll("-", String.raw`\u002d`);
const emptyFolder = () => mkdtempSync(join(tmpdir(), "keys-"));
const { settings } = resolveSettings({ file: { cacheDir: emptyFolder() } });
const harness = createHarness({ settings, ...connect(settings, { OPENAI_API_KEY: key }), house: houseCast });

/** Every file below a folder, as text. */
const textsIn = (dir: string): Array<[string, string]> =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(dir, name)).isFile())
    .map((name) => [name, readFileSync(join(dir, name), "utf8")]);

let dir: string;
beforeAll(async () => {
  const [narrator, prompt] = [join(emptyFolder(), "narrator.mjs"), join(emptyFolder(), "prompt.md")];
  writeFileSync(prompt, `You narrate. Never say ${key}.`);
  writeFileSync(
    narrator,
    `export default async ({ turn, prompt, state }) => ({
  text: \`Turn \${turn}. On the door stands ${key}, and below it ${escaped.replaceAll("\\", "\\\\\\\\")}. \${prompt}\`,
  state: { ["${key}"]: [state, "${key}"] },
});\n`,
  );
  harness.permits.allow([narrator]);
  const config = planSession(harness, {
    story: "innsmouth",
    prompt,
    narrator,
    playerModel: "house",
    classifier: "house",
    observer: "none",
    seed: 1,
    players: 2,
    maxTurns: 4,
  });
  const out = emptyFolder();
  await playSession(harness, { config, out, sessionId: "told" });
  dir = join(out, "told");
}, 60_000);

test("a session: journal, turns, snapshots, result and report, whether a key is plain or escaped", () => {
  const files = textsIn(dir);
  expect(files.map(([name]) => name)).toEqual(
    expect.arrayContaining(["calls.jsonl", "report.md", "session.json", "turn-0.json", "turn-3.json"]),
  );
  const unpacked = JSON.stringify(loadLatest(dir).state);
  for (const [name, text] of [...files, ["the snapshot", unpacked] as const])
    for (const form of [key, escaped, escaped.replaceAll("\\", "\\\\")])
      expect(text.includes(form), `${form} in ${name}`).toBe(false);
  expect(unpacked).toContain("On the door stands [OPENAI_API_KEY]");
  expect(unpacked).toContain("Never say [OPENAI_API_KEY].");
});

test("text that never passed a model is redacted when files are written, and the files stay readable", async () => {
  const folder = emptyFolder();
  const value = { note: `said ${key}`, [key]: JSON.stringify({ key }) };
  await writeFileSafely(join(folder, "a.json"), JSON.stringify(value));
  await writeFileSafely(join(folder, "pieces.json"), ["[", JSON.stringify(value), "]"]);
  await writeNewFile({ dir: folder, stem: "report", extension: "md", data: `# ${key}` });
  const { log } = openLineLog(join(folder, "log.jsonl"));
  log.append(value);
  await log.close();
  for (const [name, text] of textsIn(folder)) expect(text, name).not.toContain(key);
  const clean = { note: "said [OPENAI_API_KEY]", "[OPENAI_API_KEY]": '{"key":"[OPENAI_API_KEY]"}' };
  expect(JSON.parse(readFileSync(join(folder, "a.json"), "utf8"))).toEqual(clean);
  const lines: unknown[] = [];
  const tornBytes = readLineLog(join(folder, "log.jsonl"), ({ value }) => lines.push(value));
  expect({ lines, tornBytes }).toEqual({ lines: [clean], tornBytes: 0 });
});
