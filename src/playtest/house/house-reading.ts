/**
 * The reader `house`: it reads what the offline cast planted and decided, with no rule about text. It serves tests of
 * plumbing and statistics and says nothing about detection.
 */
import { z } from "zod";
import type { Finding, ReadingContent, SessionConfig, TurnRecord } from "../../contract/index.ts";
import { relayed } from "./forms.ts";
import { houseTruth, type HouseTruth, type Planted, type Truth } from "./truth.ts";

type Digression = ReadingContent["digression"];

type HouseReadOptions = {
  config: SessionConfig;
  /** From the first turn to the one to read. */
  records: readonly TurnRecord[];
  truth: Truth;
  /** Readings of the turns before it. */
  before: ReadonlyMap<number, ReadingContent>;
};

export function houseContent({ config, records, truth, before }: HouseReadOptions): ReadingContent {
  const { turn } = records.at(-1)!;
  const {
    planted = [],
    payoffs = [],
    ...known
  } = z.object({ truth: houseTruth }).optional().parse(truth.get(turn))?.truth ?? {};
  return {
    findings: planted.flatMap((fault) => findingOf(fault, records)),
    digression: course(openedIn(records.at(-1)!, config), openBefore(turn, before), known),
    privately: [],
    payoffs,
    voidQuotes: [],
  };
}

function findingOf({ finding, text, against, seat }: Planted, records: readonly TurnRecord[]): Finding[] {
  const { turn } = records.at(-1)!;
  const earlier = records.slice(0, -1).flatMap(({ players, crossTalk = [] }) => [...players, ...crossTalk]);
  // What its player had told the others by then is not a secret.
  const isOut = earlier.some((each) => each.seat === seat && each.tells?.includes(against!.turn));
  if (isOut) return [];
  const claim = `The narrator planted this fault: ${finding}.`;
  const quotes = { quote: { turn, text }, earlier: against ? [against] : [] };
  return [{ kind: finding, ...quotes, claim, confidence: 1, state: "confirmed" }];
}

/** A digression by a player's own mark; one that the relay tells of comes first. */
const openedIn = (
  { players, crossTalk = [], relay }: TurnRecord,
  { group }: SessionConfig,
): Digression["opened"] =>
  [...players, ...crossTalk]
    .filter(({ offTopic }) => offTopic !== "none")
    .map(({ seat, says }) => {
      const isRelayed = relay?.text.includes(`${relayed.stray(group.players[seat]!.name)}${says}`) ?? false;
      return { by: seat, about: says, quote: says, relayed: isRelayed };
    })
    .toSorted((a, b) => Number(b.relayed) - Number(a.relayed))[0];

/** Whether a digression is open before a turn, and whether the narrator knows. */
function openBefore(turn: number, before: HouseReadOptions["before"]): { relayed: boolean } | undefined {
  let open: { relayed: boolean } | undefined;
  for (let at = 1; at < turn; at += 1) {
    const { opened, returned } = before.get(at)?.digression ?? {};
    if (returned) open = undefined;
    if (opened) open = { relayed: open?.relayed || opened.relayed };
  }
  return open;
}

function course(
  opened: Digression["opened"],
  open: { relayed: boolean } | undefined,
  { noticed = false, movesOn = false, returned }: Partial<HouseTruth>,
): Digression {
  if (!open) return { opened };
  // The narrator did not know, so it cannot have led the group back.
  if (!open.relayed) return opened ? { opened } : { returned: { how: "by-players" } };
  // Going on without a word leaves it behind, though not well.
  return { opened, noticed, returned: returned ?? (movesOn ? { how: "natural", quality: 2 } : undefined) };
}
