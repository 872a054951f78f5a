/** Table talk and its audience, in whole sessions over the real provider packages. */
import { expect, test } from "vitest";
import { drawGroup } from "../../../src/playtest/agents/index.ts";
import { drawRelay } from "../../../src/playtest/archetypes/index.ts";
import type { Entry } from "../../support/model-servers/playtest-server.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { nameAt, seedWhere } from "../../support/house-cast/seed-where.ts";
import { playerReply } from "../../support/model-servers/playtest-server.ts";

const patience = { timeout: 60_000 };
const say = (text: string) => ({ does: "say" as const, text });

test(
  "before the story each player answers the narrator: no reactions, no spokesperson, and the next prompt has all answers",
  patience,
  async () => {
    await using table = await openTable({
      endsAt: 99,
      special: ({ part, turn, name }) =>
        part === "player" && turn <= 2
          ? playerReply({ says: `${name} of the ${turn === 1 ? "first" : "second"} answer.` })
          : undefined,
    });
    const { state } = await table.play("one", {
      seed: 2,
      archetypes: ["joker", "joker", "curious"],
      maxTurns: 4,
    });
    const log = table.server.of("one");
    expect(state.records.slice(0, 2).map(({ relay, crossTalk }) => [relay, crossTalk])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(
      log.filter(({ part, turn }) => turn <= 2 && ["spokesperson", "cross-talk"].includes(part)),
    ).toEqual([]);
    for (const turn of [2, 3]) {
      const narrator = log.find((asked) => asked.part === "narrator" && asked.turn === turn)!;
      for (const { name } of state.config.group.players)
        expect(narrator.text).toContain(`${name}: ${name} of the ${turn === 2 ? "first" : "second"} answer.`);
    }
  },
);

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

test(
  "the spokesperson's instruction is in the record and in the prompt, and the dropped wish in neither",
  patience,
  async () => {
    const archetypes = ["drifter" as const, "engaged" as const, "curious" as const];
    const seed = seedWhere(
      (seed) =>
        drawGroup({ seed, wish: { archetypes } }).spokesperson === 0 &&
        drawRelay("drifter", { seed, replicate: 0, turn: 3, seat: 0 }, { others: [1, 2] }).noise ===
          "drops a wish",
    );
    await using table = await openTable({
      endsAt: 99,
      special: ({ part, name, turn }) =>
        part === "player" && turn > 2
          ? playerReply({ wants: `do what ${name} dreams of in turn ${turn}.` })
          : undefined,
    });
    const { state } = await table.play("one", { seed, archetypes, maxTurns: 6 });
    const { spokesperson, players } = state.config.group;
    for (const { turn, relay } of state.records.slice(2)) {
      const drawn = drawRelay(
        players[spokesperson]!.archetype,
        { seed, replicate: 0, turn, seat: spokesperson },
        {
          others: players.map(({ seat }) => seat).filter((seat) => seat !== spokesperson),
          before: state.records[turn - 2]!.relay?.noise,
        },
      );
      expect({ noise: relay!.noise, dropped: relay!.dropped }).toEqual({
        noise: drawn.noise,
        dropped: drawn.dropped,
      });
      const asked = table.server
        .of("one")
        .find((entry) => entry.part === "spokesperson" && entry.turn === turn)!;
      expect(asked.last.match(/^This turn: /gm)).toHaveLength(1);
      for (const { seat, name } of players)
        expect(asked.last.includes(`do what ${name} dreams of in turn ${turn}.`)).toBe(
          seat !== drawn.dropped,
        );
    }
  },
);
