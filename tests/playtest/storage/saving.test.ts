/**
 * A turn is written while the narrator is asked for the next one: the two overlap, and nothing uses a turn that is not
 * stored.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { HouseMember } from "../../../src/kernel/models/index.ts";
import { createHarness } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import { houseCast, loadLatest, planSession, playSession, turnPath } from "../../../src/playtest/index.ts";
import { emptyFolder } from "../house-session.ts";

test("the narrator is called before the last turn is on disk, all others after", async () => {
  const out = emptyFolder();
  const dir = join(out, "session");
  const asked: Array<{ call: string; role: string; turn: number; saved: boolean }> = [];
  const witness: HouseMember = {
    name: "witness",
    does: "Notes what is on disk when it is asked.",
    reply({ role = "", call = "" }) {
      const turn = Number(call.split("/")[1]);
      if (turn > 1) asked.push({ call, role, turn, saved: existsSync(turnPath(dir, turn - 1)) });
      if (role === "player")
        return {
          object: {
            says: "I keep close to the others.",
            wants: "go on along the shore",
            offTopic: "none",
            private: null,
            tells: [],
            remember: null,
          },
        };
      return { text: `Evening ${turn} falls over the harbour, and a lamp is lit somewhere.` };
    },
  };
  const { settings } = resolveSettings({ file: { cacheDir: emptyFolder("cache-") } });
  const harness = createHarness({ settings, ...connect(settings, {}), house: [witness, ...houseCast] });
  const config = planSession(harness, {
    story: "innsmouth",
    prompt: "baseline",
    narrator: "house/witness",
    playerModel: "house/witness",
    // A reader of this cast takes as long as the disk, and the narrator would wait for it.
    observer: "none",
    seed: 1,
    players: 2,
    maxTurns: 4,
  });
  const { result, stopped } = await playSession(harness, { config, out, sessionId: "session" });
  expect({ stopped, turns: result.turns, onDisk: loadLatest(dir).state.turn }).toEqual({
    stopped: undefined,
    turns: 4,
    onDisk: 4,
  });
  const saved = (role: string) => asked.filter((each) => each.role === role).map((each) => each.saved);
  expect(saved("narrator")).toEqual([false, false, false]);
  expect(asked.filter(({ call }) => call.includes("/player/"))).toHaveLength(6);
  // Those who reacted to the others, too.
  expect(new Set(saved("player"))).toEqual(new Set([true]));
  // Before the story there is no spokesperson.
  expect(saved("spokesperson")).toEqual([true, true]);
});
