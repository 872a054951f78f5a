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
  },
};
`;

export const archetype = {
  name: "an archetype",
  creates: {
    "src/playtest/archetypes/skeptic.ts": skeptic,
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
  tests: ["src/playtest/archetypes/archetypes.test.ts", "tests/architecture.test.ts"],
} satisfies Addition;
