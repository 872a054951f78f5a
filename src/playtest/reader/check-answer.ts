import type { Finding, Quote, ReadingContent } from "../../contract/index.ts";
import { kindOf, type ReaderQuestion } from "../findings/index.ts";
import { findQuote, normaliseQuote, plainQuote, quoteOccurs } from "../../kernel/text/index.ts";
import type { ReaderAnswer } from "./reader-prompt.ts";
import { type ReaderTable, type ReaderTurn, talkOf, toldToAll } from "./reader-turn.ts";
import { guideFacts } from "../story/index.ts";

/** A model with an endless answer must not fill the disk. */
const MOST = 12;
const LONGEST_QUOTE = 600;
const LONGEST_TEXT = 400;
/** Findings with less confidence are hints. */
export const SURE = 0.5;

type TurnAnswer = ReaderAnswer["turns"][number];

/** The answer for the last of `turns` after checking every quote. Findings still await their second look. */
export function checkAnswer(
  answer: TurnAnswer,
  { turns, table }: { turns: readonly ReaderTurn[]; table: ReaderTable },
): ReadingContent {
  const now = turns.at(-1)!;
  const voidQuotes: ReadingContent["voidQuotes"] = [];
  const isVoid = (of: string, quote: string): undefined =>
    void (voidQuotes.length < MOST && voidQuotes.push({ of, quote: quote.slice(0, LONGEST_QUOTE) }));
  const quoted = (quote: string, of: string, texts: readonly string[]): string | undefined =>
    occursIn(texts, quote) ? cut(quote, LONGEST_QUOTE) : isVoid(of, quote);
  const seatOf = (name: string): number | undefined => {
    const at = table.names.findIndex((each) => normaliseQuote(each) === normaliseQuote(name));
    return at < 0 ? undefined : at;
  };

  return {
    findings: unique(
      answer.findings.slice(0, MOST).flatMap(findingOf),
      ({ kind, quote }) => [kind, plainQuote(quote.text).replace(/[.!?…]+$/, "")],
      ({ confidence }) => confidence,
    ),
    digression: digressionOf(),
    privately: answer.private.slice(0, MOST).flatMap(({ player, fit, moment }) => {
      const seat = seatOf(player);
      const isTold = now.passages?.some(({ to }) => to !== "all" && seat !== undefined && to.includes(seat));
      return isTold ? [{ seat: seat!, player: level(fit), moment: level(moment) }] : [];
    }),
    payoffs: answer.payoffs.slice(0, MOST).flatMap(({ turn, player, quote }) => {
      const seat = seatOf(player);
      const words = quoted(quote, "pay-off", toldToAll(now));
      return seat === undefined || words === undefined || turn >= now.turn || turn < 1
        ? []
        : [{ turn: Math.trunc(turn), seat, quote: words }];
    }),
    voidQuotes,
  };

  function findingOf({ kind, quote, earlier, claim, confidence }: TurnAnswer["findings"][number]): Finding[] {
    const { quotedFrom, earlierQuote } = kindOf(kind).reader!;
    const words = quoted(quote, kind, quotedFrom === "talk" ? talkOf(now) : [now.narration]);
    const places = earlier
      .slice(0, MOST)
      .flatMap((each) => placeOf(each, quote) ?? isVoid(`${kind} (earlier)`, each.quote) ?? []);
    const proof = places.filter(
      ({ turn, text }) => turn !== now.turn || !overlap(now.narration, text, quote),
    );
    if (words === undefined || !isProof[earlierQuote](proof, now.turn)) return [];
    return [
      {
        kind,
        quote: { turn: now.turn, text: words },
        earlier: unique(places, ({ turn, text }) => [turn, normaliseQuote(text)]),
        claim: cut(claim, LONGEST_TEXT),
        confidence: Math.min(1, Math.max(0, confidence)),
        state: confidence < SURE ? "unsure" : "unconfirmed",
      },
    ];
  }

  /** Where earlier words stand: in the turn that the reader names, or else in the newest earlier one that has them. */
  function placeOf({ turn, quote }: { turn: number; quote: string }, finding: string): Quote | undefined {
    const text = cut(quote, LONGEST_QUOTE);
    if (turn === 0) return occursIn([guideFacts(table.story)], quote) ? { turn, text } : undefined;
    const isHere = turn === now.turn && occursIn([now.narration], quote);
    if (isHere && !overlap(now.narration, quote, finding)) return { turn, text };
    const hasIt = (each: ReaderTurn) => occursIn([each.narration, ...talkOf(each)], quote);
    const before = turns.slice(0, -1);
    const named = before.find((each) => each.turn === turn);
    const found = named && hasIt(named) ? named : before.findLast(hasIt);
    if (found) return { turn: found.turn, text };
    return isHere ? { turn, text } : undefined;
  }

  function digressionOf(): ReadingContent["digression"] {
    const { opened, noticed, returned, exploration } = answer;
    const by = opened ? seatOf(opened.player) : undefined;
    const own = now.talk.filter(({ seat }) => seat === by).map(({ says }) => says);
    const words = opened ? quoted(opened.quote, "digression", [...own, now.relay ?? ""]) : undefined;
    const brushedOff = exploration === null ? undefined : quoted(exploration, "exploration", [now.narration]);
    return {
      opened:
        opened && by !== undefined && words !== undefined
          ? {
              by,
              about: cut(opened.about, LONGEST_TEXT),
              quote: words,
              relayed: opened.relayed && now.relay !== undefined,
            }
          : undefined,
      noticed: noticed ?? undefined,
      returned: returned ? returnOf(returned) : undefined,
      exploration: brushedOff,
    };
  }

  function returnOf({ how, segue, quality }: NonNullable<TurnAnswer["returned"]>) {
    if (how === "by-players") return { how };
    const words = segue === null ? undefined : quoted(segue, "segue", [now.narration]);
    // Without its words nothing shows how well it was done, or that it was forced.
    if (words === undefined) return { how: how === "forced" ? ("natural" as const) : how };
    return { how, segue: words, quality: quality === null ? undefined : level(quality) };
  }
}

/** Whether earlier quotes show what a kind claims. Words cannot prove themselves. */
const isProof: Record<ReaderQuestion["earlierQuote"], (quotes: readonly Quote[], now: number) => boolean> = {
  none: () => true,
  any: (quotes) => quotes.length > 0,
  before: (quotes, now) => quotes.some(({ turn }) => turn > 0 && turn < now),
  guide: (quotes) => quotes.some(({ turn }) => turn === 0),
};

/** Of equal ones the first of the highest rank. */
const unique = <Item>(
  items: readonly Item[],
  by: (item: Item) => unknown,
  rank: (item: Item) => number = () => 0,
): Item[] =>
  [...Map.groupBy(items, (item) => JSON.stringify(by(item))).values()].map(
    (same) => same.toSorted((a, b) => rank(b) - rank(a))[0]!,
  );

function overlap(text: string, one: string, other: string): boolean {
  const [a, b] = [findQuote(text, one), findQuote(text, other)];
  return a !== undefined && b !== undefined && a.start < b.end && b.start < a.end;
}

const cut = (text: string, most: number): string => text.trim().slice(0, most);

const level = (value: number): number => Math.min(5, Math.max(1, Math.round(value)));

const occursIn = (texts: readonly string[], quote: string): boolean =>
  texts.some((text) => quoteOccurs(quote, text));
