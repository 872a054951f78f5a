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
  inPrivate: "You take it for a trick until it proves true.",
  house: {
    reactions: ["So far it adds up.", "That much I believe.", "{other} may be right."],
    stances: ["Let's {option}, carefully.", "I'd {option} for now.", "We {option}, and watch our backs."],
    asks: "question",
    quirks: ["Where is the catch?", "Who says so?", "What would prove it?"],
    tangents: ["Somebody once sold me a warranty for a hat.", "I won a lottery once, by letter.", "I read the small print of a ferry."],
    answers: ["Very convenient, that.", "Who says so? I keep it to myself.", "I wait and see."],
    tellings: ["Take this with a pinch of salt.", "I would not bet on it.", "I was told this."],
    introductions: ["I read the small print, always.", "You will have to convince me.", "I brought a pencil."],
    remarks: ["If there is a catch, tell us now.", "I would still like that in writing.", "Nobody here believes all of it."],
  },
};
`;

const test = `import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { houseSession } from "../house-session.ts";

test("the command line offers a skeptic", async () => {
  expect((await runCommand(["play", "--help"])).stdout).toContain("skeptic");
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
    "tests/architecture.test.ts",
    "tests/playtest/play/skeptic.test.ts",
  ],
} satisfies Addition;
