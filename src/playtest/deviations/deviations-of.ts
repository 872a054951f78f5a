import {
  type Deviation,
  deviationKind,
  type Reading,
  type SessionConfig,
  type TurnRecord,
} from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { LONGEST_SAID } from "../agents/index.ts";
import { whyByRules } from "../classify/index.ts";
import type { SessionState } from "../session/index.ts";

/** A model as requested. Undefined: the catalog no longer has the name. */
export type Asked = (name: string) => { label: string; provider: string; note?: string } | undefined;

const RECORD = "turn record";

/** Deviations in a session's own turns, from its records and readings. */
export function deviationsOf(
  {
    records,
    readings,
    config,
    branchedFrom,
  }: Pick<SessionState, "records" | "readings" | "config" | "branchedFrom">,
  asked: Asked,
): Deviation[] {
  const isOwn = ({ turn }: { turn: number }) => turn > (branchedFrom?.turn ?? 0);
  const own = records.filter(isOwn);
  const seen = own.flatMap((record) => inTurn(record, config, asked).map((each) => ({ ...each, record })));
  return [
    ...merged(seen),
    ...ofReader(readings.filter(isOwn), own, config, asked),
    ...standIns(config, asked),
  ].toSorted((a, b) => place(a) - place(b));
}

const place = ({ kind }: Deviation): number => deviationKind.options.indexOf(kind);

/** What the reader left out or could not do. */
function ofReader(
  readings: readonly Reading[],
  records: readonly TurnRecord[],
  { observerModel, secondLookModel = observerModel, origin }: SessionConfig,
  asked: Asked,
): Deviation[] {
  if (readings.length === 0) return [];
  const stored = new Set(readings.map(({ turn }) => turn));
  const read = readings.flatMap((reading) => (reading.status === "read" ? [reading] : []));
  const told = (
    kind: Deviation["kind"],
    seen: ReadonlyArray<{ turn: number; count: number; why: string }>,
    what: (why: string, count: number) => string,
  ) =>
    [
      ...Map.groupBy(
        seen.filter(({ count }) => count > 0),
        ({ why }) => kindOfReason(why),
      ),
    ].map(([, same]): Deviation => ({
      kind,
      turns: same.map(({ turn }) => turn),
      what: what(
        reasonOf(same),
        same.reduce((sum, { count }) => sum + count, 0),
      ),
      source: "reading",
    }));
  const others = ({ turn, answeredBy }: (typeof read)[number]) =>
    [
      { role: "reader", model: answeredBy.reader, wanted: observerModel },
      { role: "second look", model: answeredBy.secondLook, wanted: secondLookModel },
    ].flatMap(({ role, model, wanted }) => {
      const label = asked(wanted)?.label;
      return model === undefined || model === wanted || label === undefined || isSameModel(label, model)
        ? []
        : [{ turn, count: 1, why: `${role}: ${model} answered instead of ${label}` }];
    });
  return [
    ...told(
      "unread-turn",
      [
        ...readings.flatMap((reading) =>
          reading.status === "unread" ? [{ turn: reading.turn, count: 1, why: reading.why }] : [],
        ),
        ...records
          .filter(({ turn }) => !stored.has(turn))
          .map(({ turn }) => ({
            turn,
            count: 1,
            why: `no reading stored; ${origin ? "repeat `rehearse observe`" : "run `rehearse resume`"} to create it`,
          })),
      ],
      (why) => why,
    ),
    ...told(
      "void-quote",
      read.map(({ turn, content }) => ({ turn, count: content.voidQuotes.length, why: observerModel })),
      (reader, count) =>
        `${counted(count, "quote")} of ${reader} ${count === 1 ? "is" : "are"} not in the transcript; the finding or note was left out`,
    ),
    ...told(
      "unconfirmed-finding",
      read.map(({ turn, content }) => ({
        turn,
        count: content.findings.filter(({ state }) => state === "unconfirmed").length,
        why: content.unconfirmedWhy ?? "the second look gave none",
      })),
      (why, count) => `${counted(count, "finding")}, shown as ${count === 1 ? "a hint" : "hints"}: ${why}`,
    ),
    ...told("other-model", read.flatMap(others), (why) => why),
  ];
}

const CALL_OF_TURN = /\bturn\/\d+/g;
/** The same reason differs by turn in call ids, lengths and times, but not in its HTTP status. */
const kindOfReason = (why: string): string => why.replaceAll(/(?<!answered \d*)\d+/g, "#");

/** The first one, marked as such if the others have other numbers. */
function reasonOf(same: ReadonlyArray<{ turn: number; why: string }>): string {
  const [first, ...others] = same.map(({ why }) => why.replaceAll(CALL_OF_TURN, "turn/N"));
  return others.every((why) => why === first)
    ? first!
    : `${first} (turn ${same[0]!.turn}; the others likewise)`;
}

type Seen = Pick<Deviation, "kind" | "what">;

function inTurn(record: TurnRecord, config: SessionConfig, asked: Asked): Seen[] {
  const { phase, narrator, classification, context, players, relay } = record;
  const name = (seat: number) => config.group.players[seat]?.name ?? `seat ${seat}`;
  const list = (seats: readonly number[]) => seats.map(name).join(", ");
  const byRules = whyByRules(classification);
  const cut = (whose: string, from: number | undefined): Seen[] =>
    from === undefined
      ? []
      : [{ kind: "reply-cut", what: `${whose} had ${from} characters and was cut to ${LONGEST_SAID}` }];
  return [
    ...(byRules === undefined ? [] : [{ kind: "classified-by-rules" as const, what: byRules }]),
    ...classification.segments
      .filter(({ audience }) => audience.length === 0)
      .map(({ disputed, evidence }) => ({
        kind: "told-to-nobody" as const,
        what: disputed
          ? `a private passage names ${list(disputed.named)}, ${classification.source} named ${list(disputed.model)}: ${evidence}`
          : `a private passage names no player who could be found: ${evidence}`,
      })),
    ...(phase !== "story" || classification.unquoted === undefined
      ? []
      : [
          {
            kind: "pulse-not-counted" as const,
            what: `${classification.source} named the pulse “${classification.title ?? ""}” with a quote that is not in the narration: “${classification.unquoted}”`,
          },
        ]),
    ...(FINISHES[narrator.finish] === undefined
      ? []
      : [{ kind: "narration-cut" as const, what: FINISHES[narrator.finish]! }]),
    ...(context === undefined
      ? []
      : [
          {
            kind: "history-summarised" as const,
            what: `the narrator was given a summary of turns 1 to ${context.upToTurn}${context.model === undefined ? "" : ` by ${context.model}`}`,
          },
        ]),
    ...players.flatMap(({ seat, cutFrom }) => cut(`${name(seat)}'s reply`, cutFrom)),
    ...(relay ? cut(`${name(relay.seat)}'s relay`, relay.cutFrom) : []),
    ...answeredBy(record, config).flatMap(({ role, model, wanted }): Seen[] => {
      const label = asked(wanted)?.label;
      return model === undefined || label === undefined || isSameModel(label, model)
        ? []
        : [{ kind: "other-model", what: `${role}: ${model} answered instead of ${label}` }];
    }),
  ];
}

/** A provider's reason for an incomplete reply. */
const FINISHES: Record<string, string | undefined> = {
  length: "the reply reached the output limit",
  "content-filter": "the provider's content filter stopped the reply",
};

function answeredBy(
  { narrator, classification, players, relay, context }: TurnRecord,
  { narratorModel, classifierModel, group }: SessionConfig,
): Array<{ role: string; model: string | undefined; wanted: string }> {
  const modelOf = (seat: number) => group.players[seat]?.model ?? "";
  return [
    { role: "narrator", model: narrator.model, wanted: narratorModel },
    {
      role: "classifier",
      model: classification.source === "rules" ? undefined : classification.source,
      wanted: classifierModel,
    },
    ...players.map(({ seat, model }) => ({ role: "player", model, wanted: modelOf(seat) })),
    ...(relay ? [{ role: "spokesperson", model: relay.model, wanted: modelOf(relay.seat) }] : []),
    { role: "summary", model: context?.model, wanted: classifierModel },
  ];
}

/** Names of models that were retired or never released: the catalog uses another one. */
function standIns({ narratorModel, classifierModel, observerModel, group }: SessionConfig, asked: Asked) {
  const names = [narratorModel, classifierModel, observerModel, ...group.players.map(({ model }) => model)];
  return [...new Set(names)].flatMap((name): Deviation[] => {
    const { note, provider } = asked(name) ?? {};
    return note === undefined || provider === "house"
      ? []
      : [{ kind: "other-model", turns: [], what: note, source: "catalog" }];
  });
}

/** The same thing in several turns is one deviation. */
const merged = (seen: ReadonlyArray<Seen & { record: TurnRecord }>): Deviation[] =>
  [...Map.groupBy(seen, ({ kind, what }) => JSON.stringify([kind, what])).values()].map((same) => ({
    kind: same[0]!.kind,
    turns: [...new Set(same.map(({ record }) => record.turn))],
    what: same[0]!.what,
    source: RECORD,
  }));

/** A dated or numbered snapshot, as vendors name the model behind an alias: `-20251101`, `-2024-07-18`, `-0709`. */
const SNAPSHOT = /^-(?:\d{4}-\d{2}-\d{2}|\d{2,8}|latest)$/;

/** Is the model that answered the requested one, or a snapshot of it? Both as `provider/id`. */
export function isSameModel(asked: string, answered: string): boolean {
  const [wanted, given] = [bare(asked), bare(answered)];
  return given === wanted || (given.startsWith(wanted) && SNAPSHOT.test(given.slice(wanted.length)));
}

/** Without a variant such as `:free` or `:latest`, and without capitals. */
const bare = (label: string): string => label.toLowerCase().replace(/:[a-z0-9-]+$/, "");
