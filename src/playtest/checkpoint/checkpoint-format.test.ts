/** Files of version 1, from before players reacted to each other, are still readable. */
import { expect, test } from "vitest";
import { checkpointVersion, turnFileVersion, type TurnRecord } from "../../contract/index.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { decodeTurnFile, decodeWholeFile, encodeTurnFile, encodeWholeFile } from "./checkpoint-format.ts";
import { wholeCheckpoint } from "./whole-checkpoint.ts";

/** As version 1 wrote it: a relay before the story, and shared secrets also in `says`. */
const record: TurnRecord = (() => {
  const made = exampleRecord({
    turn: 1,
    phase: "creation",
    players: ["I tell you: a key."],
    relay: "We wait.",
  });
  const players = made.players.map((player) => ({
    ...player,
    private: { answer: "Thank you.", share: true, telling: "I tell you: a key." },
  }));
  return { ...made, players };
})();

test("a turn file of version 1", async () => {
  expect(turnFileVersion).toBe(2);
  const body = { kind: "turn", version: 1, sessionId: "old", turn: 1, previous: "", record } as const;
  const { text } = await encodeTurnFile(body);
  const old = text.replace(`"version":${turnFileVersion}`, '"version":1');
  expect(old).not.toBe(text);
  expect(decodeTurnFile(old, "turn-1.json").file).toEqual(body);
});

test("a whole checkpoint of version 1; a revealed secret is in it once", () => {
  expect(checkpointVersion).toBe(2);
  const state = exampleSession([{ players: ["Yes."], relay: "We go." }]);
  const old = { ...wholeCheckpoint({ ...state, records: [record] }), version: 1 };
  const read = decodeWholeFile(encodeWholeFile(old), "checkpoint.json")!;
  expect(read.records).toEqual(JSON.parse(JSON.stringify([record])));
  expect(read.conversationHistory.filter(({ content }) => content.includes("a key"))).toHaveLength(1);
});
