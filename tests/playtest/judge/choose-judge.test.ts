/** The choice of a judge: never of the narrator's own family if another is available. */
import { describe, expect, test } from "vitest";
import type { Harness } from "../../../src/kernel/run/index.ts";
import { chooseJudge, familyOf, judgeStored, pinJudge } from "../../../src/playtest/index.ts";
import { goodAnswer, openCourt } from "../../support/model-servers/judge-server.ts";
import { emptyFolder, houseHarness } from "../house-session.ts";
import { played, rubric } from "./judging.ts";

describe("choosing a judge", () => {
  test.each([
    ["anthropic/claude-opus-4-5", "anthropic"],
    ["openrouter/anthropic/claude-opus-4.5", "anthropic"],
    ["openrouter/deepseek/deepseek-v4-pro", "deepseek"],
    ["local/llama3.2", "meta"],
    ["local/my-finetune", null],
    ["house/plain", "house"],
    ["http://127.0.0.1:8080/narrate", null],
    ["narrators/mine.ts", null],
  ])("%s is of the family %s", (label, family) => expect(familyOf(label)).toBe(family));

  test("by default a family other than the narrator's, with a key", async () => {
    await using court = await openCourt(() => "");
    const harness = court.harness();
    const chosen = (narrator: string, asked?: string) => chooseJudge(harness, { narrator, asked }).label;
    expect(chosen("anthropic/claude-opus-4-5")).toBe("deepseek/deepseek-v4-pro");
    expect(chosen("deepseek/deepseek-v4-pro")).toBe("anthropic/claude-opus-4-5");
    expect(chosen("openrouter/deepseek/deepseek-v4-pro")).toBe("anthropic/claude-opus-4-5");
    expect(chosen("deepseek/deepseek-v4-pro", "deepseek")).toBe("deepseek/deepseek-v4-flash");
    const { catalog, casting, settings } = harness;
    expect(
      chooseJudge({ catalog, casting, settings, keys: ["xai"] }, { narrator: "anthropic/x" }).provider,
    ).toBe("xai");
    expect(
      chooseJudge({ catalog, casting, settings, keys: ["deepseek"] }, { narrator: "deepseek/x" }).provider,
    ).toBe("deepseek");
    expect(chosen("deepseek/deepseek-v4-pro", "auto")).toBe("anthropic/claude-opus-4-5");
    // One key that opens many doors is enough; and in one-key mode no other vendor's is used.
    const behind = (narrator: string) =>
      chooseJudge({ catalog, casting, settings, keys: ["openrouter"] }, { narrator }).label;
    expect([behind("openrouter/deepseek/x"), behind("openrouter/anthropic/x")]).toEqual([
      "openrouter/anthropic/claude-opus-4.5",
      "openrouter/deepseek/deepseek-v4-pro",
    ]);
    expect(
      chooseJudge(court.harness({ oneKey: "deepseek" }), { narrator: "deepseek/deepseek-v4-pro" }).provider,
    ).toBe("deepseek");
    expect(
      chooseJudge(court.harness({ oneKey: "openrouter" }), { narrator: "openrouter/deepseek/x" }).label,
    ).toBe("openrouter/anthropic/claude-opus-4.5");
    expect(() => chooseJudge(houseHarness(), { narrator: "house/plain", asked: "house" })).toThrow(
      expect.objectContaining({ code: "wrong-model", exit: 2 }),
    );
  });

  test("who judges if nobody is named, and whether the scores count", async () => {
    await using court = await openCourt(() => "");
    const harness = court.harness({ roles: {} });
    const pinned = (wish: object, given: Partial<Harness> = {}) => {
      const session = { narrator: "anthropic/x", observerModel: "gpt-4o-mini", ...wish };
      const { judgeModel, judgeCounts } = pinJudge({ ...harness, ...given }, session);
      return judgeModel && `${judgeModel}, ${judgeCounts ? "counts" : "fact"}`;
    };
    expect(pinned({})).toBe("deepseek-r2, fact");
    expect(pinned({ judge: "grok-4" })).toBe("grok-4, counts");
    expect(pinned({ judge: "auto" })).toBe("deepseek-r2, counts");
    expect(pinned({ judge: "grok-4", judgeCounts: false })).toBe("grok-4, fact");
    expect(pinned({}, { keys: ["openai"] })).toBe("openai/gpt-5.4-mini, fact");
    expect(pinned({ narrator: "openai/x" }, { keys: ["openai"] })).toBe("gpt-4o-mini, fact");
    expect(pinned({ observerModel: "local/qwen3" })).toBe("local/qwen3, fact");
    for (const observerModel of ["none", "house"]) expect(pinned({ observerModel })).toBeUndefined();
    expect(pinned({ judge: "none" })).toBeUndefined();
    expect(pinned({}, court.harness({ roles: { judge: "none" } }))).toBeUndefined();
  });

  test.each([
    ["deepseek/deepseek-v4-pro", false, /judges a narrator of its own family/],
    ["local/my-finetune", null, undefined],
    ["anthropic/claude-opus-4-5", true, undefined],
  ] as const)(
    "a verdict on %s says whether the judge is of another family: %s",
    async (narrator, otherFamily, note) => {
      await using court = await openCourt((asked) => goodAnswer(asked));
      const records = played.state.records.map((record) => ({
        ...record,
        narrator: { ...record.narrator, model: narrator },
      }));
      const harness = court.harness();
      const { verdict } = await judgeStored(harness, {
        dir: emptyFolder(),
        state: { ...played.state, records },
        rubric,
        model: harness.catalog.resolve("deepseek-r2"),
      });
      expect(verdict.judge).toMatchObject({ narrator, otherFamily });
      expect(verdict.notes).toEqual(note === undefined ? [] : [expect.stringMatching(note)]);
    },
  );
});
