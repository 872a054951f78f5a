/**
 * What a player keeps, over the real provider packages: a reply that tells it is asked for again, and what the table hears
 * is the second answer; who tells it twice is cut, and the record shows what. And a secret that is shared in a later turn.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ArchetypeId } from "../../../src/contract/index.ts";
import { drawSharing } from "../../../src/playtest/archetypes/index.ts";
import { tableTalk } from "../../../src/playtest/agents/index.ts";
import type { Entry } from "../../support/model-servers/playtest-server.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { nameAt, seedWhere } from "../../support/house-cast/seed-where.ts";
import { playerReply } from "../../support/model-servers/playtest-server.ts";

const TOLD_AT = 3;
const patience = { timeout: 60_000 };
const secret = "4417 is scratched beneath the varnished armrest, and beside it the word marigold.";
const words = /4417|marigold|armrest/i;
const scene = "The lamps gutter as you file into the long room. A brass bell hangs over the door.";
const archetypes: ArchetypeId[] = ["engaged", "joker", "follower"];
const SEAT = 0;

const seedSharing = (after: number | undefined) =>
  seedWhere(
    (seed) => drawSharing(archetypes[SEAT]!, { seed, replicate: 0, turn: TOLD_AT, seat: SEAT }) === after,
  );

type Reply = {
  says: string;
  wants?: string;
  private?: string | null;
  tells?: string | null;
  remember?: string | null;
};
type Scene = {
  /** After how many turns the dice let them share. */
  after: number | undefined;
  turns?: number;
  /** The answer of the player who was told; undefined: that of the scripted player. */
  answers(asked: Entry): Reply | undefined;
};

async function play({ after, turns = TOLD_AT + 1, answers }: Scene) {
  const wish = { seed: seedSharing(after), archetypes, maxTurns: turns };
  let name = "";
  const say = (text: string) => ({ does: "say" as const, text });
  await using table = await openTable({
    endsAt: 99,
    special: (asked) => {
      if (asked.part === "narrator" && asked.turn === TOLD_AT)
        return say(`${scene}\n\n[To ${name} only: ${secret}]\n\nWhat do you do?`);
      if (asked.part !== "player" || asked.name !== name || asked.turn < TOLD_AT) return undefined;
      const reply = answers(asked);
      return reply && playerReply({ wants: "sit down.", ...reply });
    },
  });
  name = nameAt(table, wish, SEAT);
  const { state, result, dir, stopped } = await table.play("one", wish);
  expect(stopped).toBeUndefined();
  const log = table.server.of("one");
  const mine = ({ part, name: who }: Entry) => ["player", "cross-talk"].includes(part) && who === name;
  return {
    name,
    state,
    result,
    mine: log.filter((asked) => mine(asked) && asked.turn === TOLD_AT && asked.part === "player"),
    others: log.filter(
      (asked) => ["player", "cross-talk", "spokesperson"].includes(asked.part) && !mine(asked),
    ),
    own: log.filter((asked) => mine(asked)),
    player: state.records[TOLD_AT - 1]!.players[SEAT]!,
    report: readFileSync(join(dir, "report.md"), "utf8"),
  };
}

const leak = "Somebody scratched 4417 under my armrest. Nice room.";

test(
  "a revealing reply is requested again, with the sentence named, and the table hears the second answer",
  patience,
  async () => {
    const { mine, player, others, report, own } = await play({
      after: undefined,
      answers: ({ again, turn }) =>
        turn !== TOLD_AT
          ? undefined
          : again
            ? {
                says: "I like this room.",
                private: "I cover it with my sleeve.",
                remember: "4417, marigold.",
              }
            : { says: leak, private: "First answer." },
    });
    expect(mine.map(({ again }) => again)).toEqual([false, true]);
    const [first, second] = mine;
    // The same turn, what they answered, and which sentence it is about.
    expect(second!.messages.slice(0, -2)).toEqual(first!.messages);
    expect(JSON.parse(second!.messages.at(-2)!.text)).toMatchObject({ says: leak });
    expect(second!.last).toContain(
      '"Somebody scratched 4417 under my armrest." would give away what only you were told',
    );
    expect(player).toMatchObject({
      says: "I like this room.",
      private: { answer: "I cover it with my sleeve.", share: false },
      remember: "4417, marigold.",
      withheld: ["Somebody scratched 4417 under my armrest."],
      askedAgain: true,
    });
    expect(others.filter(({ text }) => words.test(text))).toEqual([]);
    expect(others.some(({ turn, last }) => turn === TOLD_AT + 1 && last.includes("I like this room."))).toBe(
      true,
    );
    // Their note, and what they answered the second time, come back to them.
    const next = own.find(({ turn, part }) => turn === TOLD_AT + 1 && part === "player")!;
    expect(next.text).toContain("4417, marigold.");
    expect(next.text).not.toContain("First answer.");
    expect(report).toContain("(asked again): “Somebody scratched 4417 under my armrest.”");
  },
);

test("a second revealing answer is cut, and the record shows the sentences of both", patience, async () => {
  const { mine, player, others, report } = await play({
    after: undefined,
    answers: ({ again, turn }) =>
      turn !== TOLD_AT
        ? undefined
        : { says: again ? "4417, it says. I like this room." : leak, private: "Hm." },
  });
  expect(mine).toHaveLength(2);
  expect(player).toMatchObject({
    says: "I like this room.",
    withheld: ["Somebody scratched 4417 under my armrest.", "4417, it says."],
    askedAgain: true,
  });
  expect(others.filter(({ text }) => words.test(text))).toEqual([]);
  expect(report).toContain("“4417, it says.”");
});

test(
  "after an unusable second answer the first is used, without the revealing sentences",
  patience,
  async () => {
    const wish = { seed: seedSharing(undefined), archetypes, maxTurns: TOLD_AT };
    let [name, asked] = ["", 0];
    await using table = await openTable({
      endsAt: 99,
      special: ({ part, turn, name: who }) => {
        const say = (text: string) => ({ does: "say" as const, text });
        if (part === "narrator" && turn === TOLD_AT)
          return say(`${scene}\n\n[To ${name} only: ${secret}]\n\nWhat do you do?`);
        if (part !== "player" || turn !== TOLD_AT || who !== name) return undefined;
        return say(
          asked++ > 0
            ? "I would rather not."
            : JSON.stringify({
                says: leak,
                wants: "go.",
                offTopic: "none",
                private: "Hm.",
                tells: null,
                remember: null,
              }),
        );
      },
    });
    name = nameAt(table, wish, SEAT);
    const { state, stopped } = await table.play("one", wish);
    expect(stopped).toBeUndefined();
    const player = state.records[TOLD_AT - 1]!.players[SEAT]!;
    expect(player).toMatchObject({
      says: "Nice room.",
      withheld: ["Somebody scratched 4417 under my armrest."],
    });
    expect(player.askedAgain).toBeUndefined();
    expect(asked).toBeGreaterThan(1);
  },
);

test("public knowledge and a player's own words are never withheld", patience, async () => {
  const { mine, player, state } = await play({
    after: undefined,
    answers: ({ turn }) =>
      turn === TOLD_AT
        ? {
            says: "The lamps gutter, and I ring the brass bell over the door.",
            private: secret,
            remember: secret,
          }
        : undefined,
  });
  expect(mine).toHaveLength(1);
  expect(player.withheld).toBeUndefined();
  expect(player.askedAgain).toBeUndefined();
  // The private answer and the player's own notes may contain it.
  expect(player).toMatchObject({ private: { answer: secret }, remember: secret });
  expect(state.records[TOLD_AT - 1]!.players[SEAT]!.says).toContain("brass bell");
});

const telling = "The narrator told me something: 4417 under my armrest, and marigold.";

test.each([1, 2])(
  "a secret shared %i turns later is kept until then, is heard by the table, and is not a leak afterwards",
  patience,
  async (after) => {
    const at = TOLD_AT + after;
    const { state, result, others, report, name } = await play({
      after,
      turns: at + 2,
      answers: ({ turn, last }) => {
        const tells = last.includes(
          'Now you tell the others, in "tells" and in your own words: "4417 is scratched',
        );
        if (tells !== (turn === at)) throw new Error(`Asked to tell in turn ${turn}`);
        if (turn > at) return { says: "4417 and the marigold again. I look for the armrest." };
        return {
          says: "Nice room.",
          private: turn === TOLD_AT ? "I keep still." : null,
          tells: tells ? telling : null,
        };
      },
    });
    const { players, relay } = state.records[at - 1]!;
    expect(players[SEAT]).toMatchObject({ says: "Nice room.", shares: { turn: TOLD_AT, telling } });
    expect(result.privateMoments).toMatchObject([
      { turn: TOLD_AT, target: name, shared: true, telling, sharedTurn: at },
    ]);
    // The others do not know it before; the spokesperson hears it in that turn, everybody in the next.
    const knowing = others.filter(({ text }) => words.test(text));
    expect(knowing.filter(({ turn }) => turn < at)).toEqual([]);
    expect(
      knowing.filter(({ turn, part }) => turn === at && part !== "cross-talk").map(({ part }) => part),
    ).toEqual(["spokesperson"]);
    const heard = knowing.filter(({ turn, part }) => turn === at + 1 && part === "player");
    expect(heard.map(({ last }) => last.includes(`${name} (at the table): ${telling}`))).toEqual([
      true,
      true,
    ]);
    expect(tableTalk(state.records[at - 1]!)).toContainEqual({ seat: SEAT, says: telling });
    expect(relay!.text).toContain("4417");
    // Afterwards every player may speak of it.
    expect(state.records[at]!.players[SEAT]).toMatchObject({
      says: "4417 and the marigold again. I look for the armrest.",
    });
    expect(state.records[at]!.players[SEAT]!.withheld).toBeUndefined();
    expect(result.issues.filter(({ type }) => type === "leak")).toEqual([]);
    expect(report).toContain(`told the others in turn ${at}`);
    expect(report).toContain(`(shares a secret from turn ${TOLD_AT})`);
  },
);

test(
  "a player who should tell and does not is reminded for two turns, then left alone",
  patience,
  async () => {
    const asked: number[] = [];
    const { result } = await play({
      after: 0,
      turns: TOLD_AT + 4,
      answers: ({ turn, last }) => {
        if (/Now you tell the others/.test(last)) asked.push(turn);
        return { says: "Nice room.", private: turn === TOLD_AT ? "I keep still." : null };
      },
    });
    expect(asked).toEqual([TOLD_AT, TOLD_AT + 1, TOLD_AT + 2]);
    expect(result.privateMoments).toMatchObject([{ shared: false }]);
  },
);
