import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepOut } from "../../kernel/secrets/index.ts";
import { guideText } from "./guide-text.ts";
import { inspectStory, loadStory } from "./load-story.ts";

const dir = mkdtempSync(join(tmpdir(), "text-story-"));
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(dir, name), content);
  return join(dir, name);
}
const errorsOf = (path: string) =>
  inspectStory(path).problems.flatMap(({ severity, problem }) => (severity === "error" ? [problem] : []));

const ferry =
  "# The Last Ferry\n\nNobody swims at night.\n\n## 1. Casting off\n\nThe ropes come in.\n\n## 2. Water below\n\nThe pump stands still.\n";

test("a Markdown guide is used unchanged, with its title, its beats and their text", () => {
  const guide = loadStory(file("last-ferry.md", ferry));
  expect(guide).toMatchObject({
    id: "last-ferry",
    title: "The Last Ferry",
    text: ferry.trim(),
    pulses: [
      { id: "casting-off", title: "Casting off", kind: "scene", summary: "The ropes come in." },
      { id: "water-below", title: "Water below", summary: "The pump stands still." },
    ],
  });
  const told = guideText(guide);
  expect(told).toContain(ferry.trim());
  expect(told.match(/The pump stands still/g)).toHaveLength(1);
  expect(told).toContain("2. Water below");
});

test("a byte order mark and Windows line ends change nothing", () => {
  const { guide: plain } = inspectStory(file("a.md", ferry));
  const { guide } = inspectStory(file("a.markdown", `\uFEFF${ferry.replaceAll("\n", "\r\n")}`));
  expect(guide).toEqual(plain);
});

test("titles come from the front matter, the first heading or the file's name", () => {
  expect(loadStory(file("b.md", `---\ntitle: Fog\n---\n${ferry}`)).title).toBe("Fog");
  expect(loadStory(file("night-boat.txt", "They row.")).title).toBe("Night boat");
  expect(loadStory(file("night-boat.md", "# Scene 1: Off\na\n# Scene 2: On\nb")).title).toBe("Night boat");
});

test("front matter sets genre, names, questions and beats, and is not part of the text", () => {
  const guide = loadStory(
    file(
      "c.md",
      `---\ngenre: sea mystery\nnames: Ana, Luis\nquestions:\n  - Why tonight?\nbeats: none\n---\n${ferry}`,
    ),
  );
  expect(guide).toMatchObject({
    genre: "sea mystery",
    names: ["Ana", "Luis"],
    questions: ["Why tonight?"],
    pulses: [],
    text: ferry.trim(),
  });
  expect(errorsOf(file("d.md", `---\nautor: me\nbeats: many\n---\n${ferry}`))).toEqual([
    expect.stringMatching(/^front matter: beats: .*"none".*; .*"autor"/),
  ]);
  expect(loadStory(file("e.md", `---\n\nA rule, and no front matter.\n\n---\n`)).text).toContain("A rule");
});

const promised = `# The Last Ferry

## Commitments

- Must: The pump runs again.
* **Must never:** Name the thief.
Before: Casting off; water below
- Before: casting-off; the rope is found
- Perhaps: They sing.

## 1. Casting off

The ropes come in.

## 2. Water below

The pump stands still.
`;

test("the lines under a heading Commitments are promises, and no beat", () => {
  const path = file("j.md", promised);
  const { guide, beats } = inspectStory(path);
  expect(guide).toMatchObject({ title: "The Last Ferry", text: promised.trim() });
  expect(beats!.beats.map(({ title }) => title)).toEqual(["Casting off", "Water below"]);
  expect(guide!.commitments).toEqual([
    { must: "The pump runs again." },
    { mustNever: "Name the thief." },
    { before: ["casting-off", "water-below"] },
    { before: ["casting-off", "the rope is found"] },
  ]);
  expect(warningsOf(path)).toContain(
    'Commitments: "Perhaps: They sing." is not of the form "Must: A", "Must never: A" or "Before: A; B"',
  );
});

test("numbers that do not count, titles used twice and a misspelt commitment are warnings", () => {
  const beats = "## 1. One\n\na\n\n## 1. One\n\nb\n\n## 3. Two\n\nc\n\n## Commitments\n\n- Befor: One; Two\n";
  expect(warningsOf(file("odd.md", beats))).toEqual([
    "the beats are numbered 1, 1, 3",
    expect.stringMatching(/^Commitments: "Befor: One; Two" .* Did you mean "Before:"\?$/),
    "3 beats: a session usually has 5 to 25",
    'several beats have the title "One": reports cannot tell them apart',
  ]);
  const acts = "# Act 1\n## Scene 1: A\n## Scene 2: B\n# Act 2\n## Scene 1: C\n";
  expect(warningsOf(file("acts.md", acts))).not.toContainEqual(expect.stringContaining("numbered"));
});

const ferryWith = (name: string, section: string) => file(name, `${ferry}\n${section}`);

test("too few words for an event are an error, a misspelt title is a warning, another event is neither", () => {
  const before = (words: string) =>
    ferryWith("k.md", `## 3. Over the bar\n\nFoam.\n\n## Commitments\n\nBefore: Casting off; ${words}\n`);
  expect(errorsOf(before("Over bar"))).toEqual([
    'commitment 1: "Over bar" is neither a beat nor an event in three or more words. Did you mean Over the bar?',
  ]);
  expect(warningsOf(before("Over teh bar"))).toContain(
    'commitment 1: "Over teh bar" is read as an event. Did you mean the beat "Over the bar"?',
  );
  const others = ["Someone drowns in the fog", "船が霧の中で沈む"].map(before);
  expect(others.flatMap(errorsOf)).toEqual([]);
  expect(others.map(warningsOf)).toEqual(others.map(() => ["3 beats: a session usually has 5 to 25"]));
});

test("an unknown key of the front matter does not hide what else is wrong", () => {
  const written = `---\ngenere: sea\n---\n${ferry}\n## Commitments\n\nBefore: Castin; Water below\n`;
  expect(errorsOf(file("key.md", written))).toEqual([
    expect.stringContaining("genere"),
    expect.stringContaining('"Castin" is neither a beat nor an event'),
  ]);
});

test.each(["Casting off", "Casting off, Water below", "Casting off; Water below; Fog"])(
  "Before: %s needs two parts",
  (before) => {
    expect(warningsOf(ferryWith("m.md", `## Commitments\n\n- Before: ${before}\n`))).toContain(
      `Commitments: "Before: ${before}" needs two parts separated by ";"`,
    );
  },
);

test("a numbered heading Commitments is no beat, and a misspelt one is a warning", () => {
  const { guide } = inspectStory(ferryWith("n.md", "## 3. Commitments\n\n- Must: The pump runs.\n"));
  expect(guide!.commitments).toEqual([{ must: "The pump runs." }]);
  expect(guide!.pulses).toHaveLength(2);
  expect(warningsOf(ferryWith("o.md", "## 3. Comitments\n\n- Must: The pump runs.\n"))).toContain(
    'the heading "3. Comitments" starts no commitments. Did you mean "Commitments"?',
  );
});

test("a commitment goes on in the next line, up to a blank line, a bullet or another kind", () => {
  const section =
    "- Must: The pump\n  runs again.\n- Before: Casting off;\nwater below\nMust: They land.\n\nWell.";
  const path = ferryWith("p.md", `## Commitments\n\n${section}\n`);
  expect(inspectStory(path).guide!.commitments).toEqual([
    { must: "The pump runs again." },
    { before: ["casting-off", "water-below"] },
    { must: "They land." },
  ]);
  expect(warningsOf(path)).toContainEqual(expect.stringMatching(/^Commitments: "Well\." is not of the form/));
});

test("problems with commitments name the beats by their titles", () => {
  const section = "## Commitments\n\nBefore: Water below; Casting off\nBefore: Casting off; Casting off\n";
  expect(errorsOf(ferryWith("q.md", section))).toEqual([
    'commitment 1: "Casting off" comes before "Water below" in this guide',
    'commitment 2: "Casting off" cannot come before itself',
  ]);
});

const warningsOf = (path: string) =>
  inspectStory(path).problems.flatMap(({ severity, problem }) => (severity === "warning" ? [problem] : []));

test("beats without text and few beats are warnings", () => {
  expect(warningsOf(file("w1.md", "# W\n## 1. A\n## 2. B\n## 3. C\n"))).toEqual([
    "3 beats: a session usually has 5 to 25",
    "3 beats without text",
  ]);
  const five = [1, 2, 3, 4, 5].map((at) => `## ${at}. Beat ${at}\n\nText.\n`).join("\n");
  expect(warningsOf(file("w2.md", five))).toEqual([]);
});

test.each<[string, string, string | Uint8Array, RegExp]>([
  ["an empty file", "1.md", "", /empty/],
  ["nothing but space", "2.md", " \n\t\n", /empty/],
  ["nothing but front matter", "3.md", "---\ntitle: A\n---\n", /empty/],
  [
    "two million characters",
    "4.md",
    "a ".repeat(1_000_000),
    /1,999,999 characters; a guide can have at most 400,000/,
  ],
  ["bytes that are not UTF-8", "5.md", new Uint8Array([0x41, 0xff, 0xfe, 0x42]), /not UTF-8 text/],
  ["a binary file", "6.txt", new Uint8Array([0x41, 0, 0x42]), /binary/],
  [
    "three hundred beats",
    "7.md",
    Array.from({ length: 300 }, (_, at) => `## ${at + 1}. Beat\n\nText.`).join("\n"),
    /300 beats found \(numbered headings\); a guide can have at most 60\. .*beats: none/,
  ],
])("%s is refused with the reason", (_, name, content, reason) => {
  const path = file(name, content);
  expect(errorsOf(path)).toEqual([expect.stringMatching(reason)]);
  expect(() => loadStory(path)).toThrow(expect.objectContaining({ code: "bad-file", exit: 2 }));
});

test("sixty beats and 400,000 characters are accepted", () => {
  const beats = Array.from({ length: 60 }, (_, at) => `## ${at + 1}. Beat ${at}\n`).join("\n");
  const guide = loadStory(file("g.md", `${beats}${"x".repeat(400_000 - beats.length)}`));
  expect(guide.pulses).toHaveLength(60);
  expect(guide.text).toHaveLength(400_000);
});

test("a key in a guide is redacted before anything is sent", () => {
  const key = `sk-ant-api03-${"x1Y2".repeat(20)}`;
  keepOut({ KEY: key });
  expect(JSON.stringify(loadStory(file("h.md", `# H\n\nThe key is ${key}.`)))).not.toContain(key);
});
