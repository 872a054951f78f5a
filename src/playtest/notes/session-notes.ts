/** The notes of a session: what readers of its numbers must know, from its records, readings, verdicts and run. */
import type {
  Note,
  NoteCode,
  Reading,
  SessionConfig,
  TurnRecord,
  JudgeVerdict,
} from "../../contract/index.ts";
import { failedText, inOrder } from "../../kernel/report/index.ts";
import { LONGEST_SAID } from "../agents/index.ts";
import { foreignTitles, type SessionState } from "../session/index.ts";

/** A model as requested. Undefined: the catalog no longer has the name. */
export type Asked = (name: string) => { label: string; provider: string; note?: string } | undefined;

/** One fact, in one turn or none. */
type Seen = { code: NoteCode; turn?: number; text: string };

/** `others`: what only the run knows, such as a torn journal. A branch has notes on its own turns. */
export function sessionNotes(
  {
    records,
    readings,
    config,
    branchedFrom,
    readAfterwards,
  }: Pick<SessionState, "records" | "readings" | "config" | "branchedFrom" | "readAfterwards">,
  asked: Asked,
  { verdicts = [], others = [] }: { verdicts?: readonly JudgeVerdict[]; others?: readonly Note[] } = {},
): Note[] {
  const isOwn = ({ turn }: { turn: number }) => turn > (branchedFrom?.turn ?? 0);
  const own = records.filter(isOwn);
  return inOrder(
    merged([
      ...config.castingNotes,
      ...(readAfterwards
        ? [{ code: "read-afterwards" as const, text: `${config.observerModel} read the turns` }]
        : []),
      ...own.flatMap((record) => [
        ...inTurn(record, config),
        ...substitutes(record.turn, answeredBy(record, config), asked),
      ]),
      ...ofReader(readings.filter(isOwn), own, config),
      ...readings.filter(isOwn).flatMap((reading) => otherReaders(reading, config, asked)),
      ...standIns(config, asked),
      ...verdicts.flatMap(otherJudge),
      ...others,
    ]),
  );
}

/** What happened to the texts of a turn. */
function inTurn(record: TurnRecord, config: SessionConfig): Seen[] {
  const { turn, narrator, classification, context, players, relay } = record;
  const name = (seat: number) => config.group.players[seat]?.name ?? `seat ${seat}`;
  const finish = FINISHES[narrator.finish];
  const seen = (code: NoteCode, text: string): Seen[] => [{ code, turn, text }];
  const cut = (whose: string, from: number | undefined) =>
    from === undefined
      ? []
      : seen("reply-cut", `${whose} had ${from} characters and was cut to ${LONGEST_SAID}`);
  return [
    ...(classification.note === undefined ? [] : seen("marker", classification.note)),
    ...foreignTitles(record, config.storyGuide).flatMap((title) => seen("marker", `it names ${title}`)),
    ...(finish === undefined ? [] : seen("narration-cut", finish)),
    ...(context === undefined
      ? []
      : seen(
          "history-summarised",
          `the narrator was given a summary of turns 1 to ${context.upToTurn} by ${context.model ?? "a model"}`,
        )),
    ...players.flatMap(({ seat, cutFrom }) => cut(`${name(seat)}'s reply`, cutFrom)),
    ...(relay ? cut(`${name(relay.seat)}'s relay`, relay.cutFrom) : []),
  ];
}

/** A provider's reason for an incomplete reply. */
const FINISHES: Record<string, string | undefined> = {
  length: "the reply reached the output limit",
  "content-filter": "the provider's content filter stopped the reply",
};

/** What the reader left out or could not do. */
function ofReader(
  readings: readonly Reading[],
  records: readonly TurnRecord[],
  { observerModel }: SessionConfig,
): Seen[] {
  if (observerModel === "none") return [];
  const stored = new Set(readings.map(({ turn }) => turn));
  return [
    ...readings.flatMap((reading): Seen[] => {
      const { turn } = reading;
      if (reading.status === "unread")
        return [{ code: "unread-turn", turn, text: failedText(observerModel, reading) }];
      const { voidQuotes, findings } = reading.content;
      const seen: Seen[] = [];
      if (voidQuotes.length > 0)
        seen.push({
          code: "void-quote",
          turn,
          text: `${observerModel} quoted other words; the finding or note was left out`,
        });
      if (findings.some(({ state }) => state === "unconfirmed"))
        seen.push({
          code: "unconfirmed-finding",
          turn,
          text: `shown as hints: ${whyUnconfirmed(reading)}`,
        });
      return seen;
    }),
    ...records
      .filter(({ turn }) => !stored.has(turn))
      .map(({ turn }): Seen => ({
        code: "unread-turn",
        turn,
        text: "not read yet",
      })),
  ];
}

/** Why findings of a turn have no verdict. A second look that failed is not among those that answered. */
function whyUnconfirmed({ answeredBy, content }: Extract<Reading, { status: "read" }>): string {
  const { unconfirmedWhy: why, unconfirmedAttempts: attempts } = content;
  if (why === undefined) return "the second look gave no verdict";
  return answeredBy.secondLook === undefined ? failedText("the second look", { why, attempts }) : why;
}

type Answer = { role: string; model: string | undefined; wanted: string };

/** Models that answered in place of the requested ones. */
const substitutes = (turn: number, answers: readonly Answer[], asked: Asked): Seen[] =>
  answers.flatMap(({ role, model, wanted }): Seen[] => {
    const label = asked(wanted)?.label;
    return model === undefined || model === wanted || label === undefined || isSameModel(label, model)
      ? []
      : [{ code: "other-model", turn, text: `${role}: ${model} answered instead of ${label}` }];
  });

function answeredBy(
  { narrator, classification, players, relay, context }: TurnRecord,
  { narratorModel, classifierModel, group }: SessionConfig,
): Answer[] {
  const modelOf = (seat: number) => group.players[seat]?.model ?? "";
  return [
    { role: "narrator", model: narrator.model, wanted: narratorModel },
    {
      role: "classifier",
      model: classification.model,
      wanted: classifierModel,
    },
    ...players.map(({ seat, model }) => ({ role: "player", model, wanted: modelOf(seat) })),
    ...(relay ? [{ role: "spokesperson", model: relay.model, wanted: modelOf(relay.seat) }] : []),
    { role: "summary", model: context?.model, wanted: classifierModel },
  ];
}

const otherReaders = (
  reading: Reading,
  { observerModel, secondLookModel = observerModel }: SessionConfig,
  asked: Asked,
): Seen[] =>
  reading.status === "unread"
    ? []
    : substitutes(
        reading.turn,
        [
          { role: "reader", model: reading.answeredBy.reader, wanted: observerModel },
          { role: "second look", model: reading.answeredBy.secondLook, wanted: secondLookModel },
        ],
        asked,
      );

/** Names of models that were retired or never released: the catalog uses another one. */
function standIns(
  { narratorModel, classifierModel, observerModel, group }: SessionConfig,
  asked: Asked,
): Seen[] {
  const names = [narratorModel, classifierModel, observerModel, ...group.players.map(({ model }) => model)];
  return [...new Set(names)].flatMap((name): Seen[] => {
    const { note, provider } = asked(name) ?? {};
    return note === undefined || provider === "house" ? [] : [{ code: "other-model", text: note }];
  });
}

/** A judge replaced by another model. */
const otherJudge = ({ judge, key }: JudgeVerdict): Seen[] =>
  key.model.split("+").every((model) => isSameModel(judge.label, model))
    ? []
    : [{ code: "other-model", text: `judge: ${key.model} answered instead of ${judge.label}` }];

/** Their texts name calls, lengths and times, which differ from turn to turn. */
const VARYING: ReadonlySet<NoteCode> = new Set([
  "unread-turn",
  "unconfirmed-finding",
  "history-summarised",
  "reply-cut",
]);

/** The same fact in several turns is one note. */
const merged = (seen: readonly Seen[]): Note[] =>
  [
    ...Map.groupBy(seen, ({ code, text }) =>
      JSON.stringify([code, VARYING.has(code) ? kindOf(text) : text]),
    ).values(),
  ].map((same) => {
    const turns = [...new Set(same.flatMap(({ turn }) => turn ?? []))];
    return { code: same[0]!.code, turns: turns.length > 0 ? turns : undefined, text: textOf(same) };
  });

const CALL_OF_TURN = /\bturn\/\d+/g;
/** The same reason differs by turn in its numbers, but not in its HTTP status. */
const kindOf = (text: string): string => text.replaceAll(/(?<!answered \d*)\d+/g, "#");

/** The first one, marked as such if the others have other numbers. */
function textOf(same: readonly Seen[]): string {
  const [first, ...others] = same.map(({ text }) => text.replaceAll(CALL_OF_TURN, "turn/N"));
  return others.every((text) => text === first)
    ? first!
    : `${first} (turn ${same[0]!.turn}; similar in the others)`;
}

/** A dated or numbered snapshot, as vendors name the model behind an alias: `-20251101`, `-2024-07-18`, `-0709`. */
const SNAPSHOT = /^-(?:\d{4}-\d{2}-\d{2}|\d{2,8}|latest)$/;

/** Is the model that answered the requested one, or a snapshot of it? Both as `provider/id`. */
export function isSameModel(asked: string, answered: string): boolean {
  const [wanted, given] = [bare(asked), bare(answered)];
  return given === wanted || (given.startsWith(wanted) && SNAPSHOT.test(given.slice(wanted.length)));
}

/** Without a variant such as `:free` or `:latest`, and without capitals. */
const bare = (label: string): string => label.toLowerCase().replace(/:[a-z0-9-]+$/, "");
