/**
 * A secret in the middle of a public paragraph. With any classifier and any slip of its hearer, its words must be in no
 * request to anyone else before they were shared. Checked in the requests that a provider received.
 */
import { expect, test } from "vitest";
import {
  after,
  before,
  blurt,
  classifiers,
  expectTold,
  knowing,
  openCanaryTables,
  play,
  TOLD_AT,
  toNobody,
  wordings,
  words,
  answer,
  type Scene,
} from "./canary-scene.ts";

openCanaryTables();

const targets = [
  { target: "the spokesperson", toSpokesperson: true },
  { target: "another player", toSpokesperson: false },
];

test.each(
  Object.keys(classifiers)
    .filter((classifier) => classifier !== "wrong about whom")
    .flatMap((classifier) => targets.map((target) => ({ classifier, ...target }))),
)(
  "told to $target, classifier $classifier: no other player learns what was not shared",
  { timeout: 60_000 },
  async ({ classifier, toSpokesperson }) => {
    const scene = (player: string) => play({ classifier, player, wording: "you alone" }, toSpokesperson);
    const [shared, kept, blurted] = (await Promise.all(["shares", "keeps", "blurts it out"].map(scene))) as [
      Scene,
      Scene,
      Scene,
    ];
    for (const quiet of [kept, blurted]) {
      expectTold(quiet, false);
      expect(knowing(quiet)).toEqual([]);
    }
    // If the classifier was unusable, the rules decided, and the record says so.
    const useless = ["failing", "garbled", "slow"].includes(classifier);
    expect(kept.record.classification).toMatchObject(
      useless
        ? { source: "rules", asked: 2, note: expect.stringContaining("by rules, asked twice") }
        : { source: "openai/gpt-4o-mini-dated" },
    );
    // The withheld part is recorded, and the rest of what they said was heard.
    expect(blurted.record.players.flatMap(({ withheld }) => withheld ?? []).join(" ")).toMatch(words);
    expect(
      blurted.others
        .filter(({ part, turn }) => part === "player" && turn === TOLD_AT + 1)
        .map(({ last }) => last.includes("Nice chairs.")),
    ).toEqual([true, true]);

    // Shared: it is told at the table after the first answers, and everybody has heard it.
    expectTold(shared, true);
    expect(
      knowing(shared).filter((who) => who.startsWith(`turn ${TOLD_AT}: `) && !who.includes("cross-talk")),
    ).toEqual([expect.stringContaining(`turn ${TOLD_AT}: spokesperson`)]);
    expect(knowing(shared).filter((who) => who.startsWith(`turn ${TOLD_AT + 1}: player`))).toHaveLength(2);
  },
);

test.each(targets)(
  "meant for $target, with the classifier wrong about the player: no player hears it, and the record says why",
  { timeout: 60_000 },
  async ({ toSpokesperson }) => {
    const scene = await play(
      { classifier: "wrong about whom", player: "keeps", wording: "you alone" },
      toSpokesperson,
    );
    expect([...knowing(scene), ...(words.test(scene.told.text) ? ["the one"] : [])]).toEqual([]);
    expect(scene.record.classification.note).toContain(`not delivered: the text names ${scene.name}`);
    expect(scene.record.classification.segments.filter(({ disputed }) => disputed)).toHaveLength(1);
    expect(scene.told.last).toContain(before);
    expect(scene.notes).toContainEqual({
      code: "told-to-nobody",
      turns: [TOLD_AT],
      text: expect.stringContaining(`a private passage names ${scene.name}, openai/gpt-4o-mini-dated named `),
    });
  },
);

test.each(targets)(
  "told to $target: nor if they tell it in other words, later, or in an answer",
  { timeout: 60_000 },
  async ({ toSpokesperson }) => {
    const scene = (player: string) =>
      play({ classifier: "wrong", player, wording: "you alone" }, toSpokesperson);
    const [reworded, later, inPublic] = (await Promise.all(
      ["blurts it out in other words", "blurts it out later", "answers in public"].map(scene),
    )) as [Scene, Scene, Scene];
    for (const quiet of [reworded, later, inPublic]) {
      expectTold(quiet, false, quiet === inPublic ? blurt : answer);
      expect(knowing(quiet)).toEqual([]);
    }
  },
);

test.each(
  Object.keys(wordings)
    .filter((wording) => !["you alone", "to the spokesperson"].includes(wording))
    .flatMap((wording, at) => {
      // Otherwise every wording to one of them, in turn.
      const told = process.env["REHEARSE_FULL"] === "1" ? targets : [targets[at % targets.length]!];
      return told.map((target) => ({ wording, ...target }));
    }),
)(
  "in any wording, against the classifier: $wording, to $target",
  { timeout: 60_000 },
  async ({ wording, toSpokesperson }) => {
    const scene = await play({ classifier: "wrong", player: "keeps", wording }, toSpokesperson);
    expectTold(scene, false);
    expect(knowing(scene)).toEqual([]);
  },
);

test.each(Object.keys(toNobody))(
  "private to a name outside the group, it reaches no player: %s",
  { timeout: 60_000 },
  async (wording) => {
    const scene = await play({ classifier: "wrong", player: "keeps", wording }, false);
    expect([...knowing(scene), ...(words.test(scene.told.text) ? ["the one"] : [])]).toEqual([]);
    expect(scene.moments).toEqual([]);
    expect(scene.record.classification.note).toContain("not delivered");
    expect(scene.told.last).toContain(before);
    expect(scene.report).toContain("→ nobody");
    expect(scene.report).toMatch(words);
  },
);

test(
  "a part that only a classifier found, for a name outside the group, reaches no player",
  { timeout: 60_000 },
  async () => {
    const scene = await play(
      { classifier: "wrong about who plays", player: "keeps", wording: "plainly" },
      false,
    );
    expect([...knowing(scene), ...(words.test(scene.told.text) ? ["the one"] : [])]).toEqual([]);
    expect(scene.told.last).toContain(after);
  },
);

test("a tag that names the spokesperson's role reaches that player", { timeout: 60_000 }, async () => {
  const scene = await play({ classifier: "wrong", player: "keeps", wording: "to the spokesperson" }, true);
  expectTold(scene, false);
  expect(knowing(scene)).toEqual([]);
});

test(
  "text after a secret in its paragraph is public if a good classifier says so; a question to the group always is",
  { timeout: 60_000 },
  async () => {
    const [fine, wrong] = (await Promise.all(
      ["fine", "wrong"].map((classifier) =>
        play({ classifier, player: "keeps", wording: "you alone" }, false),
      ),
    )) as [Scene, Scene];
    const heard = ({ others }: Scene) =>
      others
        .filter(({ part, turn }) => part === "player" && turn === TOLD_AT)
        .map(({ last }) => [last.includes(after), last.includes("What do you do?")]);
    expect(heard(fine)).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(heard(wrong)).toEqual([
      [false, true],
      [false, true],
    ]);
  },
);
