/** Table talk and its audience, in whole sessions over the real provider packages. */
import { expect, test } from "vitest";
import type { Entry } from "../../support/model-servers/playtest-server.ts";
import { openTable, type Table } from "../../support/model-servers/playtest-table.ts";
import { planSession, type SessionRequest } from "../../../src/playtest/index.ts";
import { playerReply } from "../../support/model-servers/playtest-server.ts";

/** What the player in a seat is called in the session that `table.play` would plan. */
const nameAt = (table: Table, wish: Partial<SessionRequest>, seat: number): string =>
  planSession(table.harness("plan"), {
    story: "innsmouth",
    prompt: "baseline",
    seed: 1,
    narrator: "opus-4.5",
    ...wish,
  }).group.players[seat]!.name;

const patience = { timeout: 60_000 };
const say = (text: string) => ({ does: "say" as const, text });

test(
  "at most two react in a turn, after all answers; the spokesperson and the next turn hear them",
  patience,
  async () => {
    await using table = await openTable({
      endsAt: 99,
      special: ({ part, name, turn }) => {
        if (part === "player" && turn > 2)
          // Everybody asks everybody, so that as many react as may.
          return playerReply({ says: `What do you say to ${others(name).join(", ")}, all of you?` });
        return part === "cross-talk"
          ? say(JSON.stringify({ says: `${name} reacts in turn ${turn}.`, offTopic: "none", tells: [] }))
          : undefined;
      },
    });
    let names: string[] = [];
    const others = (name: string) => names.filter((each) => each !== name);
    const wish = {
      seed: 3,
      archetypes: ["joker" as const, "joker" as const, "joker" as const, "joker" as const],
      maxTurns: 6,
    };
    names = [0, 1, 2, 3].map((seat) => nameAt(table, wish, seat));
    const { state } = await table.play("one", wish);
    const log = table.server.of("one");
    for (const { turn, phase, crossTalk = [] } of state.records) {
      expect(crossTalk).toHaveLength(phase === "creation" ? 0 : 2);
      const order = log.filter((asked) => asked.turn === turn).map(({ part }) => part);
      if (phase === "creation") continue;
      expect(order.lastIndexOf("player")).toBeLessThan(order.indexOf("cross-talk"));
      expect(order.lastIndexOf("cross-talk")).toBeLessThan(order.indexOf("spokesperson"));
      const heard = (asked: Entry) =>
        crossTalk.filter(({ seat }) => asked.last.includes(`${names[seat]} reacts in turn ${turn}.`)).length;
      expect(log.filter(({ part, turn: at }) => part === "spokesperson" && at === turn).map(heard)).toEqual([
        2,
      ]);
      // Those who reacted remember it as their own; the others heard both.
      const next = log.filter((asked) => asked.part === "player" && asked.turn === turn + 1);
      expect(next.map(heard)).toEqual(next.map(() => 2));
      for (const { seat } of crossTalk)
        for (const asked of next.filter(({ name }) => name === names[seat]))
          expect(asked.last).toContain(`You added: ${names[seat]} reacts in turn ${turn}.`);
    }
  },
);
