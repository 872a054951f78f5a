import { deviationKind, type Deviation, type SessionConfig, type TurnRecord } from "../../contract/index.ts";
import { LONGEST_SAID } from "../agents/index.ts";
import { whyByRules } from "../classify/index.ts";
import type { SessionState } from "../session/index.ts";
import { isSameModel } from "./same-model.ts";

/** A model as it was asked for. Undefined: the catalog does not know the name any more. */
export type Asked = (name: string) => { label: string; provider: string; note?: string } | undefined;

const RECORD = "turn record";

/** What did not go as asked for in the turns that a session played itself: a fold of its records, and of nothing else. */
export function deviationsOf(
  { records, config, branchedFrom }: Pick<SessionState, "records" | "config" | "branchedFrom">,
  asked: Asked,
): Deviation[] {
  const own = records.filter(({ turn }) => turn > (branchedFrom?.turn ?? 0));
  const seen = own.flatMap((record) => inTurn(record, config, asked).map((each) => ({ ...each, record })));
  return [...merged(seen), ...standIns(config, asked)].toSorted((a, b) => place(a) - place(b));
}

const place = ({ kind }: Deviation): number => deviationKind.options.indexOf(kind);

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

/** What a provider says of a reply that is not whole. */
const FINISHES: Record<string, string | undefined> = {
  length: "the reply reached the output limit",
  "content-filter": "the provider's content filter stopped the reply",
};

/** Who answered in a turn, and who was asked for. */
function answeredBy(
  { narrator, classification, players, relay, observer, context }: TurnRecord,
  { narratorModel, classifierModel, observerModel, group }: SessionConfig,
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
    { role: "observer", model: observer, wanted: observerModel },
    { role: "summary", model: context?.model, wanted: observerModel },
  ];
}

/** Names whose model was retired or never released: the catalog lets another one stand for it. */
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
