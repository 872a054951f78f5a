/**
 * The reader `house`: it reads what the offline cast planted and decided, with no rule about text. It serves tests of
 * plumbing and statistics and says nothing about detection, nor about roles that other models played.
 */
import { z } from "zod";
import type {
  Finding,
  Note,
  PlayerTurn,
  Reading,
  ReadingContent,
  SessionConfig,
  TurnRecord,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { houseTruth, type HouseTruth } from "./house-truth.ts";
import { fates, type Fate, readWish } from "./spokesperson/wishes.ts";

export type HouseReadOptions = {
  config: SessionConfig;
  /** From the first turn to the one to read. */
  records: readonly TurnRecord[];
  /** The lines of `truth.jsonl` as they were parsed, by their turn. */
  truth: ReadonlyMap<number, unknown>;
  /** Of the turns before it. */
  readings: readonly Reading[];
};

type Strays = NonNullable<ReadingContent["strays"]>;
type Returned = NonNullable<ReadingContent["returned"]>;

export function houseContent({ config, records, truth, readings }: HouseReadOptions): ReadingContent {
  const record = records.at(-1)!;
  const { turn, players } = record;
  const names = config.group.players.map(({ name }) => name);
  const known = truthAt(truth, turn);
  const before = new Map(
    readings.flatMap((reading) => (reading.status === "read" ? [[reading.turn, reading.content]] : [])),
  );
  const secrets = (known?.secrets ?? []).map(({ name, text }, index) => ({
    id: `s${turn}.${index + 1}`,
    to: [names.indexOf(name)],
    quote: text,
  }));
  const secretOf = (toldAt: number, seat: number) =>
    (toldAt === turn ? secrets : (before.get(toldAt)?.secrets ?? [])).find(({ to }) => to.includes(seat))?.id;
  const idOf = (toldAt: number, seat: number, quote: string) => {
    const id = secretOf(toldAt, seat);
    return id === undefined ? [] : [{ id, quote }];
  };
  const wishes = wishesIn(config, record);
  const off = straysIn({ config, record, wishes });
  const digression = openBefore(turn, before);
  const { returned, strays } = course({ turn, known, off, digression, truth });
  return {
    findings: (known?.planted ?? []).flatMap((planted) => findingOf(planted, records)),
    requests: [],
    asks: [],
    wishes: [...wishes].map(([seat, { fate }]) => ({ seat, fate })),
    ...(returned && { returned }),
    ...(strays && { strays }),
    secrets,
    shared: players.flatMap(({ seat, private: moment, shares }) => [
      ...(moment?.telling === undefined ? [] : idOf(turn, seat, moment.telling)),
      ...(shares ? idOf(shares.turn, seat, shares.telling) : []),
    ]),
    payoffs: (known?.payoffs ?? []).flatMap(({ name, told, text }) => idOf(told, names.indexOf(name), text)),
    facts: [],
    voidQuotes: [],
  };
}

function truthAt(truth: HouseReadOptions["truth"], turn: number): HouseTruth | undefined {
  const line = truth.get(turn);
  if (line === undefined) return undefined;
  const { data, error } = z.object({ truth: houseTruth }).safeParse(line);
  if (data) return data.truth;
  throw new HarnessError({
    code: "house-truth",
    message: `truth.jsonl cannot be read at turn ${turn}: ${z.prettifyError(error).replaceAll(/\s*\n\s*/g, " ")}`,
    remedy: "Play the session again with this version, or read it with --observer MODEL.",
    cause: error,
  });
}

/** Without this note, a session in which a faulty narrator had no occasion for its fault looks like a missed fault. */
export function plantedNothing(narrator: string, truth: HouseReadOptions["truth"]): Note[] {
  const isFaulty = narrator.startsWith("house/") && narrator !== "house/plain";
  if (!isFaulty || [...truth.keys()].some((turn) => truthAt(truth, turn)!.planted.length > 0)) return [];
  return [
    {
      code: "nothing-planted",
      text: `${narrator} had no occasion for it. Play more turns, or use a longer story.`,
    },
  ];
}

function findingOf(
  { finding, quote, text, against, turn, kind, about }: HouseTruth["planted"][number],
  records: readonly TurnRecord[],
): Finding[] {
  const said = quote ?? text;
  // A provider may have cut the output: a fault outside it was not planted.
  if (finding === undefined || !records.at(-1)!.narrator.text.includes(said)) return [];
  const relay = records.at(-2)?.relay?.text;
  const earlier =
    against ??
    (finding === "ignored-request" && relay !== undefined ? { turn: turn - 1, text: relay } : undefined);
  return [
    {
      kind: finding,
      quote: { turn, text: said },
      ...(earlier && { against: earlier }),
      claim: `The house narrator planted this fault: ${kind}${about === undefined ? "" : ` (${about})`}.`,
      confidence: 1,
      state: "confirmed",
    },
  ];
}

const isHouse = (model: string | undefined) => model === "house" || (model?.startsWith("house/") ?? false);

/** What the house spokesperson did with each wish, by seat. */
function wishesIn({ group }: SessionConfig, { relay, players }: TurnRecord): Map<number, Fate> {
  if (!relay || !isHouse(group.players[relay.seat]?.model)) return new Map();
  const names = group.players.map(({ name }) => name);
  const decided = fates({
    name: names[relay.seat]!,
    noise: relay.noise ?? "faithful",
    ...(relay.dropped !== undefined && { dropped: names[relay.dropped]! }),
    intents: players.map(({ seat, wants }) => ({ name: names[seat]!, wants })),
  });
  return new Map([...decided].map(([name, fate]) => [names.indexOf(name), fate]));
}

const levels: ReadonlyArray<PlayerTurn["offTopic"]> = ["none", "light", "medium", "heavy"];

/** The player furthest off the story, by their own mark. Players with a relayed aside come first. */
function straysIn({
  config: { group },
  record: { players, crossTalk = [] },
  wishes,
}: {
  config: SessionConfig;
  record: TurnRecord;
  wishes: ReadonlyMap<number, Fate>;
}): Strays | undefined {
  const wanted = new Map(players.map(({ seat, wants }) => [seat, wants]));
  const off = [
    ...players.map((player) => ({ ...player, relayed: wishes.get(player.seat)?.aside ?? false })),
    // Reactions come after the wishes are known: the house spokesperson relays only those.
    ...crossTalk.map((reaction) => ({ ...reaction, relayed: false })),
  ]
    .filter(({ seat, offTopic }) => offTopic !== "none" && isHouse(group.players[seat]?.model))
    .toSorted(
      (a, b) =>
        Number(b.relayed) - Number(a.relayed) || levels.indexOf(b.offTopic) - levels.indexOf(a.offTopic),
    );
  const [first] = off;
  if (!first) return undefined;
  const { seat, says, relayed } = first;
  const wish = readWish(wanted.get(seat) ?? "");
  return { by: seat, about: ("aside" in wish ? wish.aside : undefined) ?? says, quote: says, relayed };
}

type Digression = { since: number; last: Strays; relayed: boolean };

function openBefore(turn: number, before: ReadonlyMap<number, ReadingContent>): Digression | undefined {
  const last = before.get(turn - 1)?.strays;
  if (!last) return undefined;
  let since = turn - 1;
  let relayed = last.relayed;
  while (!before.get(since)!.returned && before.get(since - 1)?.strays) {
    since -= 1;
    relayed ||= before.get(since)!.strays!.relayed;
  }
  return { since, last, relayed };
}

/** How the turn continued an open digression, and whether the table is off the story after it. */
function course({
  turn,
  known,
  off,
  digression,
  truth,
}: {
  turn: number;
  known: HouseTruth | undefined;
  off: Strays | undefined;
  digression: Digression | undefined;
  truth: HouseReadOptions["truth"];
}): { returned?: Returned; strays?: Strays } {
  if (!digression) return { strays: off };
  // The narrator did not know, so it cannot have led the group back.
  if (!digression.relayed) return off ? { strays: off } : { returned: { how: "by-players", woven: false } };
  if (!known) return { strays: off };
  if (known.lingers !== undefined)
    return { strays: off ?? { ...digression.last, quote: known.lingers, relayed: true } };
  if (known.tells !== "pulse" && off) return { strays: off };
  const dealt = Array.from(
    { length: turn - digression.since },
    (_, index) => truthAt(truth, digression.since + 1 + index)?.aside,
  ).filter((aside) => aside !== undefined);
  const woven = dealt.some((aside) => aside.dealt === "woven");
  const answered = dealt.some((aside) => aside.dealt === "answered");
  const forced = known.aside?.dealt === "forced";
  return {
    returned: {
      how: forced ? "forced" : "natural",
      naturalness: forced ? (woven ? 2 : 1) : woven ? 5 : answered ? 3 : 2,
      woven,
      ...(known.aside?.quote !== undefined && { quote: known.aside.quote }),
    },
    strays: off,
  };
}
