import { remember } from "../../../kernel/memo/index.ts";
import { MARK } from "../word-marks.ts";
import { NOTHING, type Context, type Rule } from "./context.ts";
import { openables, type Openable } from "./openables.ts";
import { CARRIED, type Sentence } from "./reading.ts";
import { change, doubt, statement, type Statement } from "./statement.ts";

const IS = {
  present: "is|are|'s|'re|has been|have been|stands?|remains?|stays?|sits?|lies|hangs?",
  past: "was|were|had been|stood|remained|stayed|sat|lay|hung",
};
const HOW = String.raw`(?:(?:still|firmly|tightly|wide|slightly|already|now|again|securely|fully|half|also|both|closed and|shut and|chained and|bolted and|partly|tightly)\s+){0,2}`;
const STATE = String.raw`(locked|bolted|barred|padlocked|sealed|unlocked|open|ajar)(?![\p{L}-])(?!\s+(?:by|to (?:the public|all|debate|question|visitors|everyone)|for business)\b)`;
const IT = "(?:[Ii]t|[Tt]hey)";
const patternsOf = (tense: ReturnType<Context["tense"]>) => {
  const after = (subject: string) =>
    new RegExp(String.raw`${subject}\s*(?:${IS[tense]})\s+${HOW}${STATE}`, "u");
  return {
    is: after("^(?:,[^,]{1,40},)?"),
    itIs: after(String.raw`\b${IT}`),
    headIt: after(String.raw`^\s*(?:[Bb]ut |[Aa]nd |[Yy]es, |[Nn]o, )?${IT}`),
  };
};
const PATTERNS = { present: patternsOf("present"), past: patternsOf("past") };
const FOUND = /\b(?:find|finds|found|see|sees|saw|discover|discovers|discovered)\s*$/;
const AFTERWARDS = new RegExp(String.raw`^\s+${HOW}${STATE}`, "u");

/** What was never locked is open. */
const NEVER = /^\s+(?:has|have|had) never been (locked|bolted|barred|padlocked|opened|unlocked|open)\b/;

/** Verbs before the thing: who opens, breaks, locks or closes it. */
const OPENS =
  /(?<![\p{L}'-])(?:(open|unlock|unbolt|unbar|unseal|smash)(?:s|es|ed)?|(force|break|kick|prise|pry|pries|throw|burst|batter|blast|swing|push|pull|slide|wrench|heave|crack|ease)(?:s|es|ed|d)?\s+(?:open|down|in)|(?:broke|threw|swung|blew|blow)s?\s+(?:open|down|in))\s*$/u;
const LOCKS = /(?<![\p{L}'-])(lock|bolt|bar|padlock|chain|seal)(?:s|es|ed|red)?(?:\s+up)?\s*$/u;
const CLOSES =
  /(?<![\p{L}'-])(?:close|shut|slam|pull|push|swing)(?:s|es|d|ed|med)?(?:\s+shut|\s+closed)?\s*$/u;
/** A bare verb is an order or an option unless somebody does it: "you open", "and open". */
const DOER = /\b(?:you|they|we|i|and|then|both|all)\s+(?:\p{L}+ly\s+)?$/iu;
const NEGATED =
  /(?:\b(?:not|never|cannot|fails?|failed|refuses?|refused|without|unable|nobody|no one|neither|nor|hardly|barely)\b|n't\b)[^,;:]{0,30}$/i;

/** What the thing does itself. */
const COMES_OPEN =
  /^\s+(?:\p{L}+ly\s+)?(?:opens|opened|unlocks|unlocked|gives? way|gave way|yields|splinters|splintered|(?:swings?|swung|creaks?|creaked|groans?|groaned|bursts?|flies|flew|slides?|slid|grinds?|ground|falls?|fell|cracks?|clicks?|pops?) (?:wide |slowly )?(?:open|inwards?|outwards?|aside|apart|off|in)|(?:is|are|was|were|has been|have been) (?:opened|forced|broken|smashed|blown|kicked|pried|torn|unbolted|unbarred))\b/u;
const COMES_SHUT =
  /^\s+(?:\p{L}+ly\s+)?(?:closes|closed|shuts?|slams?|slammed|(?:swings?|swung|clicks?|clicked|creaks?|bangs?|falls?|fell|grinds?|slides?|slid) (?:shut|closed|to|home))\b/u;
const COMES_LOCKED =
  /^\s+(?:\p{L}+ly\s+)?(?:locks|locked|bolts|(?:is|are|was|were) (?:locked|bolted|barred|sealed) by)\b/u;
/** Anything that goes on at a locked door may have opened it. */
const HANDLED =
  /\b(?:push\w*|pull\w*|forc\w+|keys?|locks?|lockpick\w*|click\w*|gives?|gave|open\w*|through|inside|enter\w*|steps?|picks?|picked|break\w*|broke|swings?|budge\w*|unlock\w*|hinges?|past|beyond)\b/i;

/** Locked or open. What is merely closed says little: people close doors behind them. */
export const lock: Rule = (sentence, context) => {
  const found = openablesIn(sentence, context);
  const opened = entered(sentence, context);
  if (found.length === 0 && opened.length === 0 && !sentence.previous) return NOTHING;
  if (found.length === 0)
    return opened.length === 0
      ? carriedOver(sentence, context)
      : [...opened, ...carriedOver(sentence, context)];
  return [
    ...opened,
    ...found.flatMap((thing) => said(thing, sentence, { context, alone: found.length === 1 })),
  ];
};

/** Asked of a sentence itself, and of the one before it. */
const openablesIn = (sentence: Sentence, { names }: Context): readonly Openable[] =>
  sentence.topics & CARRIED ? (sentence.openables ??= openables(sentence, names)) : NONE;

const NONE: readonly Openable[] = [];

/** How far back something is the same thing. */
const reach = ({ kind }: Openable) =>
  ({
    named: { clearWithin: Infinity, doubtWithin: Infinity },
    described: { clearWithin: -1, doubtWithin: 8 },
    bare: { clearWithin: -1, doubtWithin: 1 },
  })[kind];

const valueOf = (word: string) => (/^(?:open|unlocked|ajar)$/.test(word) ? "open" : "locked");

function said(
  thing: Openable,
  sentence: Sentence,
  { context, alone }: { context: Context; alone: boolean },
): Statement[] {
  const facts = {
    entity: thing.entity,
    label: thing.label,
    attribute: "state" as const,
    ...reach(thing),
    from: thing.start,
    to: thing.end,
  };
  const before = sentence.text.slice(0, thing.start);
  const after = sentence.text.slice(thing.end);
  const patterns = PATTERNS[context.tense()];

  const is = patterns.is.exec(after) ?? (alone ? patterns.itIs.exec(after) : null);
  if (is)
    return [
      statement(sentence, {
        ...facts,
        value: valueOf(is[1]!),
        from: thing.start,
        to: thing.end + is.index + is[0].length,
      }),
    ];
  const never = NEVER.exec(after)?.[1];
  if (never)
    return [statement(sentence, { ...facts, value: /lock|bolt|bar/.test(never) ? "open" : "locked" })];
  const afterwards = AFTERWARDS.exec(after)?.[1];
  if (afterwards && FOUND.test(before))
    return [statement(sentence, { ...facts, value: valueOf(afterwards) })];
  if (afterwards)
    return NEGATED.test(before)
      ? []
      : [(isDone(before) ? change : doubt)(sentence, { ...facts, value: valueOf(afterwards) })];

  if (COMES_OPEN.test(after) || (/^\s+wide\b/.test(after) && isDone(before)))
    return [change(sentence, { ...facts, value: "open" })];
  if (COMES_LOCKED.test(after)) return [change(sentence, { ...facts, value: "locked" })];
  if (COMES_SHUT.test(after)) return [doubt(sentence, { ...facts, value: "locked" })];
  const done = doneTo(before);
  if (done === "nothing") return [];
  if (done) return [(done.sure ? change : doubt)(sentence, { ...facts, value: done.value })];
  if (thing.value) return [statement(sentence, { ...facts, value: thing.value })];
  return HANDLED.test(before + after) ? [doubt(sentence, { ...facts, value: "open" })] : [];
}

/** What somebody does to the thing that is named next. */
function doneTo(before: string): { value: string; sure: boolean } | "nothing" | undefined {
  for (const [pattern, value] of [
    [OPENS, "open"],
    [LOCKS, "locked"],
    [CLOSES, "locked"],
  ] as const) {
    const verb = pattern.exec(before);
    if (!verb) continue;
    const subject = before.slice(0, verb.index);
    if (NEGATED.test(subject)) return "nothing";
    const bare = verb[1] !== undefined && verb[0].trim() === verb[1];
    const sure =
      pattern !== CLOSES &&
      !/\bto\s*$/.test(subject) &&
      (!bare || DOER.test(subject)) &&
      subject.trim() !== "";
    return { value, sure };
  }
  return undefined;
}

/** "She pushes the door open", as against "Push the door open". */
function isDone(before: string): boolean {
  const verb = /\p{L}+\s*$/u.exec(before);
  return (
    verb !== null &&
    verb.index > 0 &&
    (/(?:s|ed|left|kept|threw|swung|flung)\s*$/.test(verb[0]) || DOER.test(before.slice(0, verb.index)))
  );
}

/** "You try the church door. It is locked." */
function carriedOver(sentence: Sentence, context: Context): Statement[] {
  const { previous } = sentence;
  const [thing, ...others] = previous ? openablesIn(previous, context) : NONE;
  if (!thing || others.length > 0) return [];
  const facts = {
    entity: thing.entity,
    label: thing.label,
    attribute: "state" as const,
    ...reach(thing),
    start: previous!.start,
  };
  const is = PATTERNS[context.tense()].headIt.exec(sentence.text);
  if (is) return [statement(sentence, { ...facts, value: valueOf(is[1]!) })];
  const does = /^\s*(?:but |and |then )?(?:it|they)(?=\s)/i.exec(sentence.text);
  if (does && COMES_OPEN.test(sentence.text.slice(does[0].length)))
    return [change(sentence, { ...facts, value: "open" })];
  return HANDLED.test(sentence.text) ? [doubt(sentence, { ...facts, value: "open" })] : [];
}

/** Whoever is inside came through the door, told or not; and whoever means to come in may have. */
function entered(sentence: Sentence, { ledger }: Context): Statement[] {
  const locked = sentence.marks & MARK.wayIn ? ledger.having("state", "locked") : [];
  if (locked.length === 0) return [];
  const lower = sentence.text.toLowerCase();
  const anyhow = WAY_IN.test(lower) && sentence.mood() === "supposed";
  return locked
    .filter((entity) => anyhow || goesInto(lower, entity))
    .map((entity) => doubt(sentence, { entity, attribute: "state", value: "open" }));
}

const WAY_IN =
  /\b(?:unlock|pick (?:the|its|that) lock|(?:use|try|turn) (?:the|a|that|our|this) key|force it|break it|kick it|open it|(?:go|get|come|step|climb|sneak|slip) (?:in\b|inside)|enter\b|(?:another|a) way in)/;

function goesInto(lower: string, entity: string): boolean {
  const { place, pattern } = wayInto(entity);
  return lower.includes(place) && pattern.test(lower);
}

const wayInto = remember(
  (entity) => {
    const [head, place = head!] = entity.split(" ").toReversed();
    const named = place.replaceAll(/[^\p{L}\p{N}-]/gu, ".");
    return {
      place,
      pattern: new RegExp(
        String.raw`\b(?:enter\w*|inside|into|within|through|leav\w+|out of|in|from)\s+(?:the\s+|a\s+)?(?:[\p{L}'-]+\s+)?${named}(?!\p{L}|\s+${head})`,
        "u",
      ),
    };
  },
  { most: 200 },
);
