/**
 * The reader `house`: it reads what the offline cast planted and decided, with no rule about text. It serves tests of
 * plumbing and statistics and says nothing about detection, nor about roles that other models played.
 */
import { z } from "zod";
import type {
  Finding,
  Note,
  PlayerTurn,
  ReadingContent,
  SessionConfig,
  TurnRecord,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { houseTruth, type HouseTruth } from "./house-truth.ts";
import { fates, readWish } from "./spokesperson/wishes.ts";

export type HouseReadOptions = {
  config: SessionConfig;
  /** From the first turn to the one to read. */
  records: readonly TurnRecord[];
  /** The lines of `truth.jsonl` as they were parsed, by their turn. */
  truth: ReadonlyMap<number, unknown>;
  /** Of the turns before it. */
  before: ReadonlyMap<number, ReadingContent>;
};

type Digressing = ReadingContent["digression"];
type Opened = NonNullable<Digressing["opened"]>;

export function houseContent({ config, records, truth, before }: HouseReadOptions): ReadingContent {
  const record = records.at(-1)!;
  const { turn } = record;
  const names = config.group.players.map(({ name }) => name);
  const known = truthAt(truth, turn);
  const off = straysIn(config, record);
  return {
    findings: (known?.planted ?? []).flatMap((planted) => findingOf(planted, records)),
    digression: course({ turn, known, off, open: openBefore(turn, before), truth }),
    privately: [],
    payoffs: (known?.payoffs ?? []).flatMap(({ name, told, text }) =>
      told < turn && names.includes(name) ? [{ turn: told, seat: names.indexOf(name), quote: text }] : [],
    ),
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
      earlier: earlier ? [earlier] : [],
      claim: `The house narrator planted this fault: ${kind}${about === undefined ? "" : ` (${about})`}.`,
      confidence: 1,
      state: "confirmed",
    },
  ];
}

const isHouse = (model: string | undefined) => model === "house" || (model?.startsWith("house/") ?? false);

/** The seats whose asides the house spokesperson passed on. */
function relayedAsides({ group }: SessionConfig, { relay, players }: TurnRecord): Set<number> {
  if (!relay || !isHouse(group.players[relay.seat]?.model)) return new Set();
  const names = group.players.map(({ name }) => name);
  const decided = fates({
    name: names[relay.seat]!,
    noise: relay.noise ?? "faithful",
    ...(relay.dropped !== undefined && { dropped: names[relay.dropped]! }),
    intents: players.map(({ seat, wants }) => ({ name: names[seat]!, wants })),
  });
  return new Set([...decided].filter(([, { aside }]) => aside).map(([name]) => names.indexOf(name)));
}

const levels: ReadonlyArray<PlayerTurn["offTopic"]> = ["none", "light", "medium", "heavy"];

/** The player furthest off the story, by their own mark. Players with a relayed aside come first. */
function straysIn(config: SessionConfig, record: TurnRecord): Opened | undefined {
  const { players, crossTalk = [] } = record;
  const relayed = relayedAsides(config, record);
  const wanted = new Map(players.map(({ seat, wants }) => [seat, wants]));
  const off = [
    ...players.map((player) => ({ ...player, relayed: relayed.has(player.seat) })),
    // Reactions come after the wishes are known: the house spokesperson relays only those.
    ...crossTalk.map((reaction) => ({ ...reaction, relayed: false })),
  ]
    .filter(({ seat, offTopic }) => offTopic !== "none" && isHouse(config.group.players[seat]?.model))
    .toSorted(
      (a, b) =>
        Number(b.relayed) - Number(a.relayed) || levels.indexOf(b.offTopic) - levels.indexOf(a.offTopic),
    );
  const [first] = off;
  if (!first) return undefined;
  const { seat, says } = first;
  const wish = readWish(wanted.get(seat) ?? "");
  return {
    by: seat,
    about: ("aside" in wish ? wish.aside : undefined) ?? says,
    quote: says,
    relayed: first.relayed,
  };
}

type Digression = { since: number; relayed: boolean };

function openBefore(turn: number, before: ReadonlyMap<number, ReadingContent>): Digression | undefined {
  let open: Digression | undefined;
  for (let at = 1; at < turn; at += 1) {
    const { opened, returned } = before.get(at)?.digression ?? {};
    if (returned) open = undefined;
    if (opened) open = { since: open?.since ?? at, relayed: open?.relayed || opened.relayed };
  }
  return open;
}

/** How the turn continued an open digression, and whether the table is off the story after it. */
function course({
  turn,
  known,
  off,
  open,
  truth,
}: {
  turn: number;
  known: HouseTruth | undefined;
  off: Opened | undefined;
  open: Digression | undefined;
  truth: HouseReadOptions["truth"];
}): Digressing {
  const opened = off && { opened: off };
  if (!open) return { ...opened };
  // The narrator did not know, so it cannot have led the group back.
  if (!open.relayed) return off ? { ...opened } : { returned: { how: "by-players" } };
  if (!known) return { ...opened };
  const noticed = known.lingers !== undefined || (known.aside?.dealt ?? "ignored") !== "ignored";
  if (known.lingers !== undefined || (known.tells !== "pulse" && off)) return { ...opened, noticed };
  const dealt = Array.from(
    { length: turn - open.since },
    (_, index) => truthAt(truth, open.since + 1 + index)?.aside,
  ).filter((aside) => aside !== undefined);
  const woven = dealt.some((aside) => aside.dealt === "woven");
  const answered = dealt.some((aside) => aside.dealt === "answered");
  const forced = known.aside?.dealt === "forced";
  return {
    ...opened,
    noticed,
    returned: {
      how: forced ? "forced" : woven ? "woven" : "natural",
      quality: forced ? (woven ? 2 : 1) : woven ? 5 : answered ? 3 : 2,
      ...(known.aside?.quote !== undefined && { segue: known.aside.quote }),
    },
  };
}
