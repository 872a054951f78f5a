import type { CaseFact, Finding, ReadingContent } from "../../contract/index.ts";
import { findingKinds } from "../findings/index.ts";
import { holds, normaliseQuote, plainQuote } from "../text/index.ts";
import type { Ledger } from "./case-file.ts";
import type { ReaderAnswer } from "./reader-prompt.ts";
import type { ReaderTable, ReaderTurn } from "./reader-turn.ts";

/** A model with an endless answer must not fill the disk. */
const MOST = 12;
const LONGEST_QUOTE = 600;
const LONGEST_TEXT = 300;

/** The answer after checking every quote. Findings still await their second look. */
export function checkAnswer(
  answer: ReaderAnswer,
  { turns, table, ledger }: { turns: readonly ReaderTurn[]; table: ReaderTable; ledger: Ledger },
): ReadingContent {
  const now = turns.at(-1)!;
  const isTranscript = now.told === undefined;
  const voidQuotes: ReadingContent["voidQuotes"] = [];
  const textNow = textsOf(now);
  const quoted = (quote: string, of: string, texts: readonly string[] = textNow): string | undefined => {
    const found = occursIn(texts, quote);
    if (!found) voidQuotes.push({ of, quote: quote.slice(0, LONGEST_QUOTE) });
    return found ? quote.trim().slice(0, LONGEST_QUOTE) : undefined;
  };
  const seatOf = (name: string): number | undefined => {
    const at = table.names.findIndex((each) => normaliseQuote(each) === normaliseQuote(name));
    return at < 0 ? undefined : at;
  };

  const told = isTranscript
    ? (answer.private ?? []).slice(0, MOST).flatMap(({ players, quote, shared }) => {
        const to = [...new Set(players.map(seatOf).filter((seat) => seat !== undefined))];
        const words = quoted(quote, "private", [now.narration]);
        return words === undefined || to.length === 0 || to.length === table.names.length
          ? []
          : [{ to, quote: words, shared }];
      })
    : now.told!.map(({ seats, text }) => ({
        to: [...seats],
        quote: text.trim().slice(0, LONGEST_QUOTE),
        shared: false,
      }));
  const secrets: ReadingContent["secrets"] = told.map(({ to, quote }, index) => ({
    id: `s${now.turn}.${index + 1}`,
    to,
    quote,
  }));
  const knownSecrets = new Set([...ledger.secrets.keys(), ...secrets.map(({ id }) => id)]);
  const ofSecret = (of: string) => (each: { secret: string; quote: string }) => {
    const words = knownSecrets.has(each.secret) ? quoted(each.quote, of) : undefined;
    return words === undefined ? [] : [{ id: each.secret, quote: words }];
  };

  const findings = answer.findings.slice(0, MOST).flatMap((each): Finding[] => {
    const { reader, scored } = findingKinds[each.kind];
    const text = quoted(each.quote, each.kind, reader.quotedFrom === "talk" ? talkOf(now) : [now.narration]);
    if (text === undefined) return [];
    const against =
      each.against === null || each.against.trim() === ""
        ? undefined
        : lookUp(each.against, { turns, ledger });
    if (each.against !== null && !against && each.against.trim() !== "")
      voidQuotes.push({ of: `${each.kind} (against)`, quote: each.against.slice(0, LONGEST_QUOTE) });
    if (!against && reader.needsEarlierQuote) return [];
    return [
      {
        kind: each.kind,
        quote: { turn: now.turn, text },
        ...(against && { against }),
        claim: each.why.trim().slice(0, LONGEST_TEXT),
        confidence: Math.min(1, Math.max(0, each.confidence)),
        state: scored === "hint" ? "unscored" : "unconfirmed",
      },
    ];
  });

  const open = new Set(ledger.requests.map(({ id }) => id));
  return {
    findings,
    requests: onePer(
      answer.requests.filter(({ id }) => open.has(id)),
      ({ id }) => id,
    ),
    asks:
      now.relay === undefined
        ? []
        : answer.asks
            .filter((text) => text.trim() !== "")
            .slice(0, 4)
            .map((text, index) => ({
              id: `r${now.turn}.${index + 1}`,
              text: text.trim().slice(0, LONGEST_TEXT),
            })),
    wishes: onePer(
      (answer.wishes ?? []).flatMap(({ player, fate }) => {
        const seat = seatOf(player);
        return seat !== undefined && now.wishes?.some((wish) => wish.seat === seat && wish.wants !== "")
          ? [{ seat, fate }]
          : [];
      }),
      ({ seat }) => seat,
    ),
    ...returnOf(answer, ledger),
    ...straysOf(),
    secrets,
    ...(!isTranscript && { fits: fitsOf(answer.fits, secrets) }),
    shared: [
      ...answer.shared.slice(0, MOST).flatMap(ofSecret("shared")),
      ...secrets.filter((_, index) => told[index]!.shared).map(({ id, quote }) => ({ id, quote })),
    ],
    payoffs: answer.payoffs.slice(0, MOST).flatMap(ofSecret("pay-off")),
    facts: answer.facts
      .slice(0, MOST)
      .flatMap(({ subject, fact, quote, lasting, replaces }) => {
        const words = quoted(quote, "fact", [now.narration]);
        return words === undefined
          ? []
          : [
              {
                subject: subject.trim().slice(0, 60),
                text: fact.trim().slice(0, 120),
                quote: words,
                lasting,
                ...supersededBy(replaces, ledger),
              },
            ];
      })
      .map((fact, index) => ({ id: `f${now.turn}.${index + 1}`, ...fact })),
    ...(isTranscript && {
      outputs: (answer.outputs ?? []).slice(0, 4).map(({ type, title }) => ({
        type,
        ...(title !== null && { title: title.trim().slice(0, LONGEST_TEXT) }),
      })),
    }),
    voidQuotes,
  };

  function straysOf(): Pick<ReadingContent, "strays"> {
    if (answer.strays === null) return {};
    const { player, about, quote, relayed } = answer.strays;
    const by = seatOf(player);
    const words = quoted(quote, "digression", talkOf(now));
    return by === undefined || words === undefined
      ? {}
      : {
          strays: {
            by,
            about: about.trim().slice(0, LONGEST_TEXT),
            quote: words,
            relayed: relayed && now.relay !== undefined,
          },
        };
  }
}

/** The first of several answers about one thing. */
const onePer = <Item>(items: readonly Item[], of: (item: Item) => unknown): Item[] =>
  [...new Map(items.toReversed().map((item) => [of(item), item])).values()].toReversed();

/** One rating for each rated secret of the turn. */
function fitsOf(
  fits: ReaderAnswer["fits"] = [],
  secrets: ReadingContent["secrets"],
): NonNullable<ReadingContent["fits"]> {
  const level = (value: number) => Math.min(5, Math.max(1, value));
  return secrets.flatMap(({ id }) => {
    const fit = fits.find(({ secret }) => secret === id);
    return fit ? [{ id, player: level(fit.player), moment: level(fit.moment) }] : [];
  });
}

function supersededBy(replaces: readonly string[], { facts }: Ledger): Pick<CaseFact, "supersedes"> {
  const known = [...new Set(replaces)].filter((id) => facts.has(id)).slice(0, MOST);
  return known.length === 0 ? {} : { supersedes: known };
}

const HOW = {
  "ended-naturally": "natural",
  "ended-by-force": "forced",
  "ended-by-players": "by-players",
} as const;

/** Only an open one can end. */
function returnOf(
  { earlierDigression, naturalness, woven }: ReaderAnswer,
  { digression }: Ledger,
): Pick<ReadingContent, "returned"> {
  if (digression === undefined || earlierDigression === "none" || earlierDigression === "goes-on") return {};
  const how = HOW[earlierDigression];
  return {
    returned: {
      how,
      woven: woven ?? false,
      ...(how !== "by-players" &&
        naturalness !== null && { naturalness: Math.min(5, Math.max(1, Math.round(naturalness))) }),
    },
  };
}

/**
 * The passage that a finding is compared with: by its id in the case file, or by its words in the newest turn that has
 * them.
 */
function lookUp(
  against: string,
  { turns, ledger }: { turns: readonly ReaderTurn[]; ledger: Ledger },
): Finding["against"] {
  const id = /^\W*([fsr]\d+\.\d+)\W*$/.exec(against)?.[1];
  if (id !== undefined) {
    const known = ledger.facts.get(id) ?? ledger.secrets.get(id);
    if (known) return { turn: known.turn, text: known.quote };
    const request = ledger.requests.find((each) => each.id === id);
    const relay = request && turns.find(({ turn }) => turn === request.turn)?.relay;
    return request && relay !== undefined ? { turn: request.turn, text: relay } : undefined;
  }
  const now = turns.at(-1)!;
  const turn =
    turns.slice(0, -1).findLast((each) => occursIn(textsOf(each), against)) ??
    // A narration can contradict itself.
    (occursIn([now.narration], against) ? now : undefined);
  return turn && { turn: turn.turn, text: against.trim().slice(0, LONGEST_QUOTE) };
}

const talkOf = ({ talk, relay }: ReaderTurn): string[] => [...talk.map(({ says }) => says), relay ?? ""];
const textsOf = (turn: ReaderTurn): string[] => [turn.narration, ...talkOf(turn)];

const SHORTEST = 4;
function occursIn(texts: readonly string[], quote: string): boolean {
  const wanted = plainQuote(quote);
  return wanted.length >= SHORTEST && texts.some((text) => holds(normaliseQuote(text), wanted));
}
