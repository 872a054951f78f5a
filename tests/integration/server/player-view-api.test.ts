/** One player's view of a session: no answer of the API contains anything that the player was not told. */
import { join } from "node:path";
import { serveMade } from "../../support/server/served-playtests.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { publicPart, tableTalk } from "../../../src/playtest/agents/index.ts";
import { loadLatest, type SessionState } from "../../../src/playtest/index.ts";
import { makeBranches } from "../../support/server/branched-workspace.ts";

const { workspace, served } = serveMade(makeBranches);
let state: SessionState;
beforeAll(() => {
  ({ state } = loadLatest(join(workspace.sessions, "child")));
});

const seats = [0, 1, 2];

/** Texts that only the harness, the narrator or another player knows, as they would appear in an answer. */
function hidden(seat: number): string[] {
  const { records, config, issues, hints, privateMoments } = state;
  const others = config.group.players.filter((player) => player.seat !== seat);
  const aloud = JSON.stringify(
    records.map((record) => [
      publicPart(record.narrator.text, record.classification),
      tableTalk(record).map(({ says }) => says),
      record.players.map((player) => (player.seat === seat ? player.wants : "")),
      record.relay?.text,
    ]),
  );
  const secrets = [
    ...others.flatMap(({ generatedBackstory, characterForStory, systemPrompt }) => [
      generatedBackstory,
      characterForStory,
      systemPrompt,
    ]),
    ...records.flatMap(({ players }) =>
      players
        .filter((player) => player.seat !== seat)
        .flatMap(({ wants, private: answer, mood, remember = "" }) => [
          wants,
          answer?.answer ?? "",
          remember,
          `"mood":"${mood}"`,
        ]),
    ),
    ...records.flatMap(({ narrator, classification }) =>
      classification.segments
        .filter(({ audience }) => audience !== "all" && !audience.includes(seat))
        .map(({ start, end }) => narrator.text.slice(start, end)),
    ),
    ...privateMoments
      .filter((moment) => moment.seat !== seat)
      .flatMap(({ content, response }) => [content, response]),
    ...issues.map(({ description }) => description),
    ...hints.map(({ description }) => description),
    ...config.storyGuide.pulses.map(({ title }) => title),
    ...config.storyGuide.endings.map(({ title }) => title),
  ];
  return [...new Set(secrets.map((text) => text.trim()).filter((text) => text.length > 12))]
    .map((text) => JSON.stringify(text).slice(1, -1))
    .filter((text) => !aloud.includes(text));
}

test("the example has something to hide", () => {
  expect(state.issues.length).toBeGreaterThan(0);
  expect(state.privateMoments.length).toBeGreaterThan(0);
  for (const seat of seats) expect(hidden(seat).length).toBeGreaterThan(20);
});

test("a player's turns are paged like the author's", async () => {
  const nextOf = async (as: string) =>
    (await served.ask(`/api/sessions/child/turns?limit=2${as}`)).json["next"];
  expect(await nextOf("&as=0")).toBe(await nextOf(""));
});

test.each(seats)(
  "neither the session nor its turns reveal to seat %i what it does not know",
  async (seat) => {
    const answers = (
      await Promise.all(
        [`?as=${seat}`, `/turns?limit=200&as=${seat}`].map((path) =>
          served.ask(`/api/sessions/child${path}`),
        ),
      )
    )
      .map(({ text }) => text)
      .join("");
    expect(hidden(seat).filter((text) => answers.includes(text))).toEqual([]);
    expect(answers).toContain('"issues":null');
    expect(answers).toContain('"pointsLost":null');
    expect(answers).not.toContain('"branchedFrom"');
    const own = state.config.group.players[seat]!;
    expect(answers).toContain(JSON.stringify(own.generatedBackstory).slice(1, -1));
  },
);

describe("an invalid seat is refused, and never taken for the first", () => {
  test.each([
    "",
    "%20",
    "x",
    "-1",
    "1.5",
    "1e0",
    "0x1",
    "+1",
    "00000000000000001",
    "3",
    "99",
    "null",
    "0&as=1",
  ])("as=%s", async (as) => {
    for (const path of ["/api/sessions/child", "/api/sessions/child/turns"]) {
      const { status, json } = await served.ask(`${path}?as=${as}`);
      expect({ path, status, option: json.error.option }).toEqual({ path, status: 422, option: "as" });
    }
  });

  test("a resource without a player's view is refused, not shown in full", async () => {
    for (const path of ["/api/sessions/child/download", "/api/issues", "/api/sessions"])
      expect((await served.ask(`${path}?as=0`)).status).toBe(422);
  });
});
