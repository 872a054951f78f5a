/** How far to trust what is said of private moments and of players: on sessions of which the truth is known, and on what people said at a table. */
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { publicPart } from "../../src/playtest/agents/index.ts";
import { auditPlayers } from "../../src/playtest/audit/index.ts";
import { shippedNames, type SessionState } from "../../src/playtest/index.ts";
import { missingHumanText } from "../../src/playtest/plant/index.ts";
import { tablePlay, tellingsIn } from "../../src/playtest/plant/human/table-play.ts";
import { houseSession } from "./house-session.ts";

const sessions: SessionState[] = [];
beforeAll(async () => {
  for (const story of shippedNames("story"))
    sessions.push((await houseSession({ story, seed: 21, maxTurns: 40 })).state);
}, 120_000);

/** The turn in which the house narrator told the guide's own pay-off of each moment, by its words. */
function truth({
  config,
  records,
  privateMoments,
}: SessionState): Array<{ payoff: number; found: number | undefined }> {
  const narrations = records.map(({ narrator, classification }) => publicPart(narrator.text, classification));
  const hooks = Object.values(config.storyGuide.privateHooks).flat();
  return privateMoments.flatMap(({ turn, target, content, payoffTurn }) => {
    const hook = hooks.find(({ reveal }) => content.includes(reveal.replaceAll("{name}", target)));
    const payoff = hook
      ? narrations.findIndex(
          (text, index) => index >= turn && text.includes(hook.payoff.replaceAll("{name}", target)),
        ) + 1
      : 0;
    return payoff === 0 ? [] : [{ payoff, found: payoffTurn }];
  });
}

test("the house narrator's pay-offs are found in their turn", () => {
  const told = sessions.flatMap(truth);
  expect(told.length).toBeGreaterThan(15);
  expect(told.filter(({ payoff, found }) => payoff === found).length / told.length).toBeGreaterThanOrEqual(
    0.9,
  );
  expect(
    told.filter(({ payoff, found }) => found !== undefined && payoff !== found).length / told.length,
  ).toBeLessThanOrEqual(0.1);
});

test("no player of a house session does what players do not do", () => {
  for (const state of sessions) {
    const { broken, notes } = auditPlayers(state);
    expect([
      state.config.story,
      broken,
      notes.filter(({ kind }) => kind !== "quirk-rate" && kind !== "out-of-archetype"),
    ]).toEqual([state.config.story, false, []]);
  }
});

const data = process.env["REHEARSE_DATA"];
const missing = missingHumanText(data);
if (missing.length > 0) console.info(`No false pay-offs on what people said: ${missing.join("; ")}.`);

test.runIf(missing.length === 0)(
  "what was told at another table hardly ever comes back at this one, and people break nothing",
  { timeout: 60_000 },
  async () => {
    const [first, second] = ["C1E001", "C2E031"].map((name) => join(data!, "crd3", `${name}.json`)) as [
      string,
      string,
    ];
    const tables = [
      await tablePlay(first, { name: "first", secrets: tellingsIn(second) }),
      await tablePlay(second, { name: "second", secrets: tellingsIn(first) }),
    ];
    const moments = tables.flatMap(({ states }) => states.at(-1)!.privateMoments);
    const paid = moments.filter(({ payoffDetected }) => payoffDetected).length;
    console.info(`False pay-offs on human text: ${paid} of ${moments.length}.`);
    expect(moments.length).toBeGreaterThan(25);
    expect(paid / moments.length).toBeLessThan(0.07);
    for (const { states } of tables) expect(auditPlayers(states.at(-1)!).why).toEqual([]);
  },
);
