/** The `story import` command through the vendors' own packages, against a scripted server. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCourt, type Court } from "../../support/model-servers/judge-server.ts";
import { runRehearse } from "../../support/cli/rehearse-process.ts";
import { houseSession } from "../house-session.ts";

const prose =
  "The last ferry leaves at nine. Ines, the captain, counts nine passengers and sold eight tickets. Then the pump stops.";

const proposal = {
  title: "The Last Ferry",
  genre: "sea mystery",
  premise: "The last ferry leaves at nine, and you are on it.",
  place: "A ferry",
  time: "",
  rules: [],
  tone: ["wet"],
  avoid: [],
  questions: [],
  people: [{ name: "Ines", role: "the captain", motive: "", manner: "", secret: "" }],
  places: [{ name: "Engine room", description: "Hot and loud." }],
  things: [],
  beats: [
    {
      title: "The count",
      summary: "Ines counts nine passengers and sold eight tickets.",
      place: "",
      people: ["Ines"],
      things: [],
      question: "",
      options: [],
    },
    {
      title: "The pump stops",
      summary: "The pump stops in the engine room.",
      place: "engine room",
      people: [],
      things: [],
      question: "What do you do?",
      options: [
        { label: "Bail", outcome: "You bail." },
        { label: "Swim", outcome: "You swim." },
      ],
    },
  ],
  hooks: [
    {
      archetype: "joker",
      toldAt: "The count",
      paysOffAt: "The pump stops",
      reveal: "{name}, you have no ticket.",
      payoff: "{name} shows an empty pocket.",
    },
  ],
  endings: [{ title: "Ashore", when: "They bail", text: "You step ashore." }],
  open: ["The text does not say who stopped the pump."],
};

const workspace = () => {
  const dir = mkdtempSync(join(tmpdir(), "import-"));
  writeFileSync(join(dir, "ferry.txt"), prose);
  return dir;
};
const run = (court: Court, cwd: string, ...args: string[]) => runRehearse(args, { cwd, env: court.env });
const importing = ["story", "import", "ferry.txt", "--model", "haiku"];

test("a proposal becomes a guide that can be edited, checked and played, with its cost in a journal", async () => {
  await using court = await openCourt(() => JSON.stringify(proposal));
  const dir = workspace();
  const made = await run(court, dir, ...importing);
  expect(made).toMatchObject({ exit: 0 });
  expect(made.stdout).toMatch(/^Beats +The count, The pump stops$/m);
  expect(made.stdout).toMatch(/^People +Ines$/m);
  expect(made.stdout).toContain("The text does not say who stopped the pump.");
  expect(made.stdout).toContain("The Last Ferry: ferry-guide.json");
  expect(court.asked).toHaveLength(1);
  expect(court.asked[0]!.last).toContain(prose);
  const guide = JSON.parse(readFileSync(join(dir, "ferry-guide.json"), "utf8")) as Record<string, unknown>;
  expect(guide).toMatchObject({
    id: "ferry-guide",
    pulses: [
      { id: "the-count", npcs: ["ines"] },
      { id: "the-pump-stops", location: "engine-room" },
    ],
    privateHooks: { joker: [{ at: "the-count", payoffAt: "the-pump-stops" }] },
  });
  expect(guide).not.toHaveProperty("text");
  const [folder] = readdirSync(join(dir, "calls"));
  expect(readFileSync(join(dir, "calls", folder!, "calls.jsonl"), "utf8")).toContain("story/import");
  expect((await run(court, dir, "story", "check", "ferry-guide.json")).exit).toBe(0);
  const { result } = await houseSession({ story: join(dir, "ferry-guide.json"), players: 2 });
  expect(result).toMatchObject({ outcome: "completed", pulses: { expected: 2 } });
  // A second time the author's edits are in the way.
  const again = await run(court, dir, ...importing);
  expect(again).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("ferry-guide.json exists.") as unknown,
  });
  expect(court.asked).toHaveLength(1);
  expect((await run(court, dir, ...importing, "--force")).exit).toBe(0);
});

test("the commitments of a text are copied, with the ids of the proposed beats", async () => {
  await using court = await openCourt(() => JSON.stringify(proposal));
  const dir = workspace();
  writeFileSync(
    join(dir, "ferry.txt"),
    `${prose}\n\n## Commitments\n\nMust: Ines bails.\nBefore: The count; The pump stops\n`,
  );
  expect(await run(court, dir, ...importing)).toMatchObject({ exit: 0 });
  expect(JSON.parse(readFileSync(join(dir, "ferry-guide.json"), "utf8"))).toMatchObject({
    commitments: [{ must: "Ines bails." }, { before: ["the-count", "the-pump-stops"] }],
  });
});

test("a proposal with a dangling reference is requested again with the reason; after the last try nothing is written", async () => {
  const bad = {
    ...proposal,
    beats: proposal.beats.map((beat) => ({ ...beat, people: ["Otto"] })),
  };
  await using court = await openCourt(({ number }) => JSON.stringify(number === 1 ? bad : proposal));
  const dir = workspace();
  expect(await run(court, dir, ...importing)).toMatchObject({ exit: 0 });
  expect(court.asked).toHaveLength(2);
  expect(court.asked[1]!.last).toContain('beat "The count": "Otto" is not one of the people');
  await using worse = await openCourt(() => JSON.stringify(bad));
  const failed = await run(worse, dir, ...importing, "--out", "other.json");
  expect(failed.exit).toBe(3);
  expect(failed.stderr).toContain("Otto");
  expect(worse.asked.length).toBeLessThanOrEqual(3);
  expect(existsSync(join(dir, "other.json"))).toBe(false);
});

test("a dry run shows the estimate and makes no call; a budget that is too small is refused", async () => {
  await using court = await openCourt(() => JSON.stringify(proposal));
  const dir = workspace();
  const dry = await run(court, dir, ...importing, "--dry-run");
  expect(dry).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(
      /Estimated cost: \$0\.\d+ to \$0\.\d+\.[^]*^Model +.*haiku.* \(one call\)$/m,
    ) as unknown,
  });
  expect(JSON.parse((await run(court, dir, ...importing, "--dry-run", "--json")).stdout)).toMatchObject({
    characters: prose.length,
    estimate: { usd: { low: expect.any(Number) as unknown } },
    problems: [],
  });
  expect((await run(court, dir, ...importing, "--budget", "0.000001")).exit).not.toBe(0);
  expect(court.asked).toEqual([]);
});
