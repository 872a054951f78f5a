/** `observe --classifier` through the real binary, against a classifier and a reader with scripted answers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import { runRehearse } from "../../support/cli/rehearse-process.ts";
import { openCourt, type Asked, type Court, type Said } from "../../support/model-servers/judge-server.ts";
import { classifierSays as says } from "../../support/playtest/scripted-classifier.ts";
import { nothing, turnsToRead } from "../../support/playtest/scripted-reader.ts";
import { transcriptFolder } from "./transcript-folder.ts";

const inn = { session: "inn", story: "Three travellers at an inn", players: ["Ada", "Ben", "Cy"] };
const SECRET = "Ada feels a key in the straw that nobody else has noticed.";
const lines = [
  {
    narrator: `The stone bridge lies behind you. ${SECRET}`,
    said: [{ name: "Ben", says: "My cat ate a whole shoelace yesterday." }],
    relay: "We laughed about Ben's cat.",
    labels: [
      { type: "private", to: "Ada", quote: "a key in the straw" },
      { type: "tangent", initiator: "Ben", quote: "My cat ate" },
    ],
  },
  {
    narrator: "The innkeeper answers: the stairs are behind the kitchen.",
    said: [{ name: "Ada", says: "I have a key, by the way." }],
    relay: "We go up.",
    labels: [],
  },
  {
    narrator: "Upstairs a door stands open. The room smells of smoke.",
    said: [],
    labels: [{ type: "private", to: "Cy", quote: "smells of smoke" }],
  },
].map((line, index) => ({ ...inn, turn: index + 1, ...line }));

const isClassified = ({ last }: Asked) => last.includes("OUTPUT TO CLASSIFY");
const classifiedTurn = ({ last }: Asked) => Number(/This is turn (\d+)\./.exec(last)![1]);

const verdicts = [
  says({
    beats: [{ title: "The bridge", quote: "The stone bridge lies behind you" }],
    private: [{ sentences: [2], players: ["Ada"] }],
  }),
  says({ types: ["clarification"] }),
  says({ beats: [{ title: "The room", quote: "Upstairs a door stands open" }] }),
];

/** A classifier that says this of a turn, and a reader that hears Ben stray in the first. */
const open = (classify: (turn: number) => Said = (turn) => JSON.stringify(verdicts[turn - 1])) =>
  openCourt((asked) =>
    isClassified(asked)
      ? classify(classifiedTurn(asked))
      : JSON.stringify({
          turns: turnsToRead(asked.last).map((turn) => ({
            ...nothing,
            turn,
            ...(turn === 1 && {
              opened: {
                player: "Ben",
                about: "his cat",
                quote: "My cat ate a whole shoelace",
                relayed: true,
              },
            }),
          })),
          verdicts: [],
        }),
  );

const command = ["observe", "evening.jsonl", "--observer", "haiku"];
const withClassifier = [...command, "--classifier", "gpt-4o-mini"];
const rehearse = ({ env }: Pick<Court, "env">, cwd: string, ...args: string[]) =>
  runRehearse(args, { cwd, env });
const resultIn = (cwd: string, out = "sessions") =>
  JSON.parse(readFileSync(join(cwd, out, "inn", "session.json"), "utf8")) as SessionResult;
const reportIn = (cwd: string) => readFileSync(join(cwd, "sessions", "inn", "report.md"), "utf8");

test("a classifier gives types, own beats and private moments, and the reader gets the audience of passages", async () => {
  await using court = await open();
  const cwd = transcriptFolder(lines);
  const dry = await rehearse(court, cwd, ...withClassifier, "--dry-run", "--json");
  const { estimate } = JSON.parse(dry.stdout) as { estimate: { calls: { low: number; high: number } } };
  // One or two calls to classify each turn, one or two to read them all.
  expect(estimate.calls).toEqual({ low: 3 + 2, high: 6 + 2 });

  const { exit, stdout, stderr } = await rehearse(court, cwd, ...withClassifier, "--record", "rec", "--json");
  expect(exit, stderr).toBe(0);
  const asked = court.asked.filter(isClassified);
  expect(asked.map(classifiedTurn)).toEqual([1, 2, 3]);
  expect(asked.every(({ vendor }) => vendor === "openai")).toBe(true);
  // What the group said and what is private so far, but nothing that a transcript does not say.
  expect(asked[1]!.last).toContain(`1: told to "Ada" alone in turn 1: ${JSON.stringify(SECRET)}\n`);
  expect(asked[2]!.last).toContain("I have a key, by the way.");
  expect(asked.every(({ last }) => !last.includes("labels"))).toBe(true);

  const result = resultIn(cwd);
  expect(result.privateMoments).toMatchObject([{ turn: 1, seat: 0, target: "Ada", response: "" }]);
  expect(result.privateMoments[0]!.content).toBe(SECRET);
  expect(result.pulses.ownBeats).toBe(2);
  expect(result.metrics).toMatchObject({ privateMoments: { count: 1, spoiled: 0 }, pulses: { ownBeats: 2 } });
  expect(result.cost.byRole).toHaveProperty("classifier");
  const read = court.asked.find((each) => !isClassified(each))!;
  expect(read.messages.map(({ text }) => text).join("\n")).toContain(`NARRATION TO Ada ALONE:\n${SECRET}`);
  const report = reportIn(cwd);
  expect(report).toContain("- Classifier: openai/gpt-4o-mini-dated");
  expect(report).toContain(`**Narrator → Ada only**\n\n> ${SECRET}`);
  expect(report).toContain("### Turn 2 · clarification");
  expect(report).toContain("**The group**\n\n> We go up.");
  expect(report).not.toMatch(/answered: |kept it from|replay --checkpoint/);

  expect(JSON.parse(stdout)).toMatchObject({ classifier: "gpt-4o-mini" });

  // The recording names the classifier.
  const calls = court.asked.length;
  const again = await rehearse(
    { env: {} },
    cwd,
    ..."observe evening.jsonl --recording rec --out b".split(" "),
  );
  expect(again.exit, again.stderr).toBe(0);
  expect(court.asked).toHaveLength(calls);
  expect(resultIn(cwd, "b").privateMoments).toEqual(result.privateMoments);
});

test("a classification that fails stops with 3, and repeating the command pays for no turn twice", async () => {
  let isDown = true;
  await using court = await open((turn) =>
    turn === 2 && isDown ? { status: 500 } : JSON.stringify(verdicts[turn - 1]),
  );
  const cwd = transcriptFolder(lines);
  const first = await rehearse(court, cwd, ...withClassifier);
  expect(first.exit).toBe(3);
  expect(first.stderr).toContain("Turn 2 of inn could not be classified by gpt-4o-mini: ");
  expect(first.stderr).toContain("The work so far is saved. Repeat the command to resume.");
  expect(court.asked.every(isClassified)).toBe(true);
  expect((await rehearse(court, cwd, "report", "sessions/inn")).exit).toBe(0);
  expect(reportIn(cwd)).toContain("- Outcome: unfinished after 1 turn (stored up to turn 1 of 3");

  // Turns of several classifiers would be mixed.
  const other = await rehearse(court, cwd, ...command, "--classifier", "haiku");
  expect(other.exit).toBe(2);
  expect(other.stderr).toContain("sessions/inn contains turns classified by gpt-4o-mini.");
  expect((await rehearse(court, cwd, ...command)).stderr).toContain("Or use --classifier gpt-4o-mini.");

  const before = court.asked.length;
  isDown = false;
  expect(await rehearse(court, cwd, ...withClassifier)).toMatchObject({ exit: 0 });
  expect(court.asked.slice(before).filter(isClassified).map(classifiedTurn)).toEqual([2, 3]);

  const done = court.asked.length;
  expect(await rehearse(court, cwd, ...withClassifier)).toMatchObject({ exit: 0 });
  expect(court.asked).toHaveLength(done);
  expect(resultIn(cwd).pulses.ownBeats).toBe(2);
});

test("without a classifier, what needs one is not measured, and later runs do not change the stored turns", async () => {
  await using court = await open();
  const cwd = transcriptFolder(lines);
  const { exit, stdout } = await rehearse(court, cwd, ...command);
  expect(exit).toBe(0);
  expect(stdout).not.toMatch(/private moment|^private/m);
  expect(court.asked.some(isClassified)).toBe(false);
  const { metrics, pulses } = resultIn(cwd);
  expect(metrics).toMatchObject({
    privateMoments: { count: null, spoiled: null, payoffRate: null },
    pulses: { ownBeats: null },
    sources: { "spoiled-moments": "missing", "pay-off-rate": "missing" },
  });
  expect(pulses).not.toHaveProperty("ownBeats");
  expect(reportIn(cwd)).toContain("- Private moments: not measured (name a classifier)");
  expect(reportIn(cwd)).toMatch(/^### Turn 1$/m);

  const later = await rehearse(court, cwd, ...withClassifier);
  expect(later.exit).toBe(2);
  expect(later.stderr).toContain("sessions/inn contains turns without classification.");
  expect(later.stderr).toContain("Choose another folder with --out.");
  expect(court.asked.some(isClassified)).toBe(false);
});
