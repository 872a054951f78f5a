/** An eleventh archetype: one file, and its name in the table. */
import type { Addition } from "./addition.ts";

const skeptic = `/** Doubts what is told: tests whether a narrator stays consistent under mild suspicion. */
import type { Archetype } from "./archetype.ts";

export const skeptic: Archetype = {
  name: "The Skeptic",
  style: "Doubts what is told, looks for the catch",
  context: "Reviews contracts for a living, reads every footnote",
  patterns: ["Doubts offers that come too easily", "Wants proof", "Comes round when convinced"],
  quirkFrequency: 0.25,
  testsFor: ["consistency under doubt"],
  model: "qwen",
  quirk: "doubt something that was just told, and say what would convince you",
  tangent: { type: "doubt", chance: 0.3, intensity: { light: 6, medium: 3, heavy: 1 } },
  relay: { "over-explains": 0.3 },
  crossTalk: 0.2,
  inPrivate: { manner: "You take it for a trick until it proves true.", shareChance: 0.5 },
  house: {
    reactions: ["I see the {thing}, fine.", "{npc} may be right.", "So far it adds up.", "That much I believe."],
    stances: ["Let's {option}, carefully.", "I'd {option} for now.", "We {option}, and watch our backs."],
    quirks: [
      { says: "I doubt that the {thing} is what it seems." },
      { says: "There is a catch to the {thing}, mark my words." },
      { says: "{npc} would have to prove that to me." },
      { says: "That came too easily. Where is the catch?", wants: "Ask what the catch is." },
      { says: "I want proof before I believe a word of it.", wants: "Ask for proof." },
    ],
    tangents: [
      { aside: "the lottery ticket that was not mine", says: "It is just like {aside}. I fell for that once." },
      { aside: "a warranty for a {thing}", says: "Somebody once sold me {aside}. Never again." },
    ],
    answers: ["Very convenient, that. I wait and see what {what} is good for.", "Who says so? I keep it to myself."],
    tellings: ["Take this with a pinch of salt.", "I was told this, and I would not bet on it."],
    introductions: ["I read the small print, always.", "You will have to convince me."],
    remarks: {
      after: [
        "If there is a catch, tell us now.",
        "We did look for a better offer.",
        "I would still like that in writing.",
        "Nobody here believes all of it.",
      ],
    },
  },
};
`;

const test = `import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import playCommand from "../../../src/cli/commands/play/play.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { houseSession } from "../house-session.ts";

test("the command line offers a skeptic", async () => {
  expect((await runInMemory([playCommand], ["play", "--help"])).stdout).toContain("skeptic");
});

test("a skeptic plays, is told how to play and is in the report", { timeout: 60_000 }, async () => {
  const { state, dir } = await houseSession({ archetypes: ["skeptic", "engaged"], seed: 3 });
  expect(state.config.group.players[0]!.systemPrompt).toContain("The Skeptic");
  const said = state.records.flatMap(({ players }) => players.filter(({ seat, quirk }) => seat === 0 && quirk));
  expect(said.length).toBeGreaterThan(2);
  expect(readFileSync(join(dir, "report.md"), "utf8")).toContain("| Skeptic |");
});
`;

export const archetype = {
  name: "an archetype",
  creates: {
    "src/playtest/archetypes/skeptic.ts": skeptic,
    "tests/playtest/play/skeptic.test.ts": test,
  },
  edits: {
    "src/playtest/archetypes/archetypes.ts": [
      [
        'import { questioner } from "./questioner.ts";\n',
        'import { questioner } from "./questioner.ts";\nimport { skeptic } from "./skeptic.ts";\n',
      ],
      ["  experienced,\n}", "  experienced,\n  skeptic,\n}"],
    ],
  },
  tests: [
    "src/playtest/archetypes/archetypes.test.ts",
    "src/playtest/house/player/house-player.test.ts",
    "src/playtest/house/spokesperson/relay.test.ts",
    "tests/architecture.test.ts",
    "tests/playtest/play/skeptic.test.ts",
  ],
} satisfies Addition;
