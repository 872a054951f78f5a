/** Notes are in every report and result. A provider that refuses the key stops the run. */
import { expect, test } from "vitest";
import type { Note } from "../../../src/contract/index.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { reportIn, resultIn } from "../house-session.ts";

const withCode = (notes: readonly Note[], code: Note["code"]) => notes.filter((note) => note.code === code);

test(
  "a cut narration and a replaced model are reported in report and result",
  { timeout: 120_000 },
  async () => {
    await using table = await openTable({
      endsAt: 7,
      special: ({ part, turn }) =>
        part === "narrator" && (turn === 4 || turn === 6)
          ? { does: "cut", text: `The tide comes in, and over roof ${turn} of the town you see` }
          : undefined,
    });
    const { result, dir, stopped } = await table.play("one", { archetypes: ["joker", "follower"] });
    expect(stopped).toBeUndefined();
    expect(withCode(result.notes, "narration-cut")).toEqual([
      {
        code: "narration-cut",
        turns: [4, 6],
        text: "the reply reached the output limit",
      },
    ]);
    expect(withCode(result.notes, "other-model").map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "kimi-k2 was retired on 2026-05-25; kimi-k2.5 is used instead",
        "narrator: anthropic/claude-opus-4-5-dated answered instead of anthropic/claude-opus-4-5",
      ]),
    );
    expect(reportIn(dir)).toMatch(
      /^## Notes\n\n(- .*\n)*- Narration cut in turns 4, 6: the reply reached the output limit$/m,
    );
    const part = await table.run("one", "report", dir, "--turns", "4");
    expect(part.stdout).toContain("- Narration cut in turn 4: the reply reached the output limit");
    expect((await table.run("one", "report", dir, "--turns", "5")).stdout).not.toContain("Narration cut");
    const pasted = await table.run("one", "report", dir, "--turns", "5-6", "--for-llm");
    expect(pasted.stdout).toContain("> - Narration cut in turn 6: the reply reached the output limit");
    expect(resultIn(dir).notes).toEqual(result.notes);
  },
);
