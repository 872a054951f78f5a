/**
 * The narrator says what cannot be true beside what was said before. A ledger is filled turn by turn, since a story that
 * is finished cannot contradict itself; it is kept by rules that would rather miss a contradiction than raise a false one.
 */
import type { Fact } from "../../../contract/index.ts";
import { comparedPart } from "../compared-part.ts";
import { excerpt } from "../excerpt.ts";
import { toldIn } from "../narration.ts";
import type { Detector, Finding, Observation } from "../observation.ts";
import { read, type Text } from "../text.ts";
import { MARK } from "../word-marks.ts";
import { condition } from "./condition.ts";
import { conflict } from "./conflict.ts";
import { NOTHING, type Context, type Rule, type Told } from "./context.ts";
import { count } from "./count.ts";
import { daytime } from "./daytime.ts";
import { describe } from "./describe.ts";
import { isExcused } from "./excuses.ts";
import { heldAfter, heldIn, sayingsIn, type Held } from "./guide-facts.ts";
import { holder } from "./holder.ts";
import { openLedger, UNSETTLED, type Ledger } from "./ledger.ts";
import { life } from "./life.ts";
import { lock } from "./lock.ts";
import { namesOf } from "./mentions.ts";
import { once } from "../once.ts";
import { place } from "./place.ts";
import { CARRIED, claimsStill, ownsUp, reading, type Sentence } from "./reading.ts";
import { roleName } from "./role-name.ts";
import type { Statement } from "./statement.ts";
import { TOPIC } from "./topics.ts";

/** A rule, and without which topics or marks of a sentence it has nothing to say; `carried`: where the sentence before has some that are carried on, it counts as well. */
type Kind = { rule: Rule; about: string; topics: number; marks?: number; carried?: true; hint?: true };

/** Some give no more than a hint, but for what the guide keeps track of: people walk off, and two inns have two keepers. */
const rules: readonly Kind[] = [
  { rule: life, about: "who is dead", topics: TOPIC.people | TOPIC.death },
  { rule: lock, about: "what is locked", topics: CARRIED, marks: MARK.wayIn, carried: true },
  { rule: condition, about: "what is broken", topics: TOPIC.tracked },
  { rule: holder, about: "who has what", topics: TOPIC.devices, marks: MARK.it },
  { rule: daytime, about: "day and night", topics: TOPIC.light, marks: MARK.passing },
  { rule: place, about: "where somebody is", topics: TOPIC.people | TOPIC.placeables, hint: true },
  { rule: roleName, about: "what somebody is called", topics: TOPIC.roles | TOPIC.parts, hint: true },
  { rule: count, about: "numbers", topics: TOPIC.tracked | TOPIC.numbers },
];
const kinds = (hint: true | undefined): string[] =>
  rules.filter((each) => each.hint === hint).map(({ about }) => about);
export const contradictionKinds: { clear: readonly string[]; hints: readonly string[] } = {
  clear: kinds(undefined),
  hints: kinds(true),
};
const LOOK_BACK = 30;

export const contradiction: Detector = (observation) => {
  // Before the story there is nothing to contradict.
  if (observation.phase !== "story") return { findings: [], facts: [] };
  const { turn, names: players, guide } = observation;
  const text = comparedPart(observation.text);
  const ledger = openLedger(observation.facts);
  const names = namesOf({ guide, players, met: ledger.having("alive") });
  const told = reading(text, { supposed: observation.type === "private-moment", names });
  const context: Context = {
    names,
    ledger,
    turn,
    tense: once(() => tenseOf(toldIn(read(text)))),
    toldSince: (fact, except) => toldSince(observation, fact, except),
  };
  const findings = new Map<string, Finding>();

  // What the group asked for and what people in the story say they will do comes first: it may have happened untold.
  const asked = [observation.relay, ...told.speech].map((words) =>
    reading(comparedPart(words), { supposed: true, names }),
  );
  const held = heldNow(observation, ledger);
  settle();
  for (const { spans, topics, sentence } of [...asked, told]) {
    for (let at = 0; at < spans.length; at += 1)
      if (topics[at] || spans[at]!.marks & telling() || (at > 0 && topics[at - 1]! & CARRIED))
        takeAll(sentence(at));
  }
  // What the sentences may have left in doubt, the guide knows.
  settle();
  return { findings: [...findings.values()], facts: ledger.news() };

  /** The marks that tell something by themselves, of what is known so far. */
  function telling(): number {
    return (
      (ledger.having("state", "locked").length > 0 ? MARK.wayIn : 0) |
      (ledger.having("holder").length > 0 ? MARK.it : 0) |
      (ledger.having("time").length > 0 ? MARK.passing : 0)
    );
  }

  function takeAll(sentence: Sentence): void {
    for (const statement of statedIn(sentence)) {
      // Where nothing is known, nothing becomes uncertain.
      if (statement.doubted && ledger.latest(statement.entity, statement.attribute) === undefined) continue;
      // Of what is put to the players nothing has happened; what they choose comes with the next relay.
      if (sentence.mood() === "offered") return;
      const finding = take(statement, sentence);
      if (finding) findings.set(`${statement.attribute} ${statement.entity}`, finding);
    }
  }

  /** By all rules, before any of it is taken: they look at what was known before. */
  function statedIn(sentence: Sentence): readonly Statement[] {
    const { topics, previous } = sentence;
    const own = sentence.marks & telling();
    let stated: Statement[] | undefined;
    for (const { rule, topics: about, marks = 0, carried } of rules) {
      if (!(topics & about) && !(own & marks) && !(carried && previous)) continue;
      for (const statement of rule(sentence, context)) (stated ??= []).push(statement);
    }
    return stated ?? NOTHING;
  }

  /** The facts of the pulse that was told hold from here on. */
  function settle(): void {
    for (const { fact, quote } of held)
      if (ledger.latest(fact.entity, fact.attribute)?.value !== fact.value)
        ledger.set({ entity: fact.entity, attribute: fact.attribute, value: fact.value, turn, quote });
  }

  /** Enters a statement into the ledger, and says what it contradicts. */
  function take(said: Statement, sentence: Sentence): Finding | undefined {
    const { entity, attribute, value } = said;
    const never = sentence.always();
    // A recap tells of the past, unless it says that nothing has changed since.
    if (observation.type === "recap" && !never) return undefined;
    const before =
      (never ? ledger.settled(entity, attribute) : undefined) ?? ledger.latest(entity, attribute);
    const quote = () => excerpt(sentence.source, said);
    const set = (value: string) => ledger.set({ entity, attribute, value, turn, quote: quote() });
    const settled = before !== undefined && before.value !== UNSETTLED;
    const against =
      settled && value !== undefined
        ? conflict({ attribute, before: before.value, now: value, players: names.players })
        : "none";
    if (!(said.told ?? sentence.mood() === "told") || value === undefined) {
      if (said.change && settled && (value === undefined || against !== "none")) set(UNSETTLED);
      return undefined;
    }
    if (settled && against === "none") return undefined;
    set(value);
    // A word like "now" explains a door that is open; the dead need more.
    if (!settled || said.change || (!never && attribute !== "alive" && ownsUp(sentence, said)))
      return undefined;
    const doubtful =
      against === "doubtful" ||
      before.turn === turn ||
      (!never && !claimsStill(sentence) && isExcused(said, before, context));
    return finding({
      said: never ? { ...said, clearWithin: Infinity } : said,
      before,
      quote: quote(),
      doubtful,
    });
  }

  function finding({
    said,
    before,
    quote,
    doubtful,
  }: {
    said: Statement;
    before: Fact;
    quote: string;
    doubtful: boolean;
  }): Finding | undefined {
    const apart = turn - before.turn;
    if (apart > said.doubtWithin && apart > said.clearWithin) return undefined;
    const clear = apart <= said.clearWithin && !doubtful;
    return {
      turn,
      type: "contradiction",
      description: describe(said, before),
      severity: said.attribute === "alive" && said.value === "alive" ? "error" : "warning",
      evidence: [
        { turn: before.turn, text: before.quote },
        { turn, text: quote },
      ],
      confidence: clear ? 0.75 : 0.4,
      source: "contradiction",
      candidate: !clear,
    };
  }
};

/** What this output puts into words of the guide's facts: those of the pulse that it told, and of earlier ones what nobody had said yet. */
function heldNow(
  { guide, guidePulse, toldPulses = [], text }: Observation,
  ledger: Ledger,
): Array<{ fact: Held; quote: string }> {
  const told = comparedPart(text);
  const open = heldAfter(guide, toldPulses).filter(
    ({ entity, attribute }) => ledger.latest(entity, attribute) === undefined,
  );
  const facts = [...open, ...(guidePulse === undefined ? [] : (heldIn(guide).get(guidePulse) ?? []))];
  if (facts.length === 0) return [];
  const sayingOf = sayingsIn(told);
  return facts.flatMap((fact) => {
    const said = sayingOf(fact);
    return said ? [{ fact, quote: excerpt(told, said) }] : [];
  });
}

/** The tense of most of what is told. */
function tenseOf({ text, words, starts }: Text): ReturnType<Context["tense"]> {
  let past = 0;
  for (let at = 0; at < words.length; at += 1) {
    const { marks } = words[at]!;
    // "Was that a step?": what begins with the verb tells nothing.
    if (!(marks & (MARK.past | MARK.present)) || isCapital(text.charCodeAt(starts[at]!))) continue;
    past += marks & MARK.past ? 1 : -1;
  }
  return past > 0 ? "past" : "present";
}

const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;

function toldSince(
  { text, earlier }: Observation,
  { turn, quote }: Fact,
  except = { start: 0, end: 0 },
): Told[] | undefined {
  const seen = earlier.slice(-LOOK_BACK);
  if (seen[0] === undefined || seen[0].turn > turn) return undefined;
  const since = seen
    .filter((output) => output.turn >= turn)
    .map((output, index) => {
      const told = comparedPart(output.text);
      return {
        text: output.turn > turn ? told : told.slice(told.indexOf(quote) + quote.length),
        close: index < 2,
      };
    });
  const now = comparedPart(text);
  return [
    ...since,
    { text: now.slice(0, except.start), close: true },
    { text: now.slice(except.end), close: true },
  ];
}
