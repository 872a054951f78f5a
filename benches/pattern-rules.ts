/**
 * Claim: thousands of crisis patterns and keywords stay fast. A literal prefilter finds in one pass which rules can
 * match at all; a plain loop asks every regex. Both find the same, and this is checked first. The loop gets the
 * message normalised for nothing, and does without the squeezed reading and the corrected slips that critical rules also get: what it leaves
 * out counts against us.
 *
 *     node benches/pattern-rules.ts            (about a minute)
 */
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { patternRules, type PatternRules } from "../src/contract/index.ts";
import { createPatternMatcher, normalise } from "../src/retrieval/mechanisms/index.ts";
import { collectGarbage, fixed, inTurns, printHeader, printTable, quantile, ratios } from "./measure.ts";

const RULES = 5_000;
const MESSAGES = 1_000;
const random = xoroshiro128plus(7);
const below = (count: number) => uniformInt(random, 0, count - 1);
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;

const syllables = "ba co di fu ga he ki lo mu na po re si to vu wa ye zo ran sel tor mick".split(" ");
/** Without doubled letters: squeezed, two of them would become one word, and the loop knows nothing of that. */
const vocabulary = Array.from({ length: 3_000 }, () =>
  Array.from({ length: 2 + below(2) }, () => pick(syllables))
    .join("")
    .replaceAll(/(.)\1/g, "$1"),
);
const everyday =
  "i you he she we they the a my her his to and of in it is not don't can't want wants feel kids court school again still never pick up call late".split(
    " ",
  );

/** Shapes that people write: alternatives, optional endings, gaps, character classes; every tenth rule is a keyword boost. */
const shapes: Array<() => string> = [
  () => `\\b${pick(vocabulary)} (${pick(vocabulary)}|${pick(vocabulary)})\\b`,
  () => `\\bwant(s|ed)? to (${pick(vocabulary)}|${pick(vocabulary)} it|${pick(vocabulary)})\\b`,
  () => `\\b(not|don'?t|never) ${pick(vocabulary)}(s|ed|ing)?\\b`,
  () => `\\bcan'?t (${pick(vocabulary)}|${pick(vocabulary)}) any ?more\\b`,
  () => `\\b${pick(vocabulary)}[ -]?${pick(vocabulary)}\\b`,
  () => `\\b${pick(vocabulary)}\\b.{0,30}\\b${pick(vocabulary)}\\b`,
];
const rules: PatternRules = patternRules.parse({
  crisis_patterns: Array.from({ length: RULES * 0.9 }, (_, number) => ({
    pattern: shapes[number % shapes.length]!(),
    entities: [`crisis_${number}`],
    is_critical: true,
  })),
  keyword_boosts: Array.from({ length: RULES * 0.1 }, (_, number) => ({
    keywords: [pick(vocabulary), `${pick(vocabulary)} ${pick(vocabulary)}`],
    entity: `boost_${number}`,
  })),
});
const messages = Array.from({ length: MESSAGES }, () =>
  Array.from({ length: 10 + below(50) }, () => (below(6) === 0 ? pick(vocabulary) : pick(everyday))).join(
    below(20) === 0 ? "  " : " ",
  ),
);

printHeader(
  `${RULES} rules (nine tenths regexes, one tenth keyword boosts), ${MESSAGES} messages of 10 to 60 words`,
);
collectGarbage();
const before = process.memoryUsage();
const startedAt = performance.now();
const matcher = createPatternMatcher(rules);
const loadMs = performance.now() - startedAt;
collectGarbage();
const after = process.memoryUsage();
const megabytes = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 2 ** 20;

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const loop = [
  ...rules.crisis_patterns.map(({ pattern, entities }) => ({
    entities,
    regex: new RegExp(pattern as string, "i"),
  })),
  ...rules.keyword_boosts.map(({ keywords, entity }) => ({
    entities: [entity],
    regex: new RegExp(`\\b(?:${keywords.map(escaped).join("|")})\\b`, "i"),
  })),
];
const inALoop = (text: string) => loop.flatMap(({ entities, regex }) => (regex.test(text) ? entities : []));

const normalised = messages.map((message) => normalise(message).text);
const differing = messages.filter(
  (message, index) => matcher.match(message).matches.join() !== inALoop(normalised[index]!).join(),
);
const found = messages.reduce((sum, message) => sum + matcher.match(message).matches.length, 0);

const uncritical = createPatternMatcher({
  ...rules,
  crisis_patterns: rules.crisis_patterns.map((rule) => ({ ...rule, is_critical: false })),
});
const turns = await inTurns(
  {
    critical: () => messages.forEach((message) => matcher.match(message)),
    uncritical: () => messages.forEach((message) => uncritical.match(message)),
    loop: () => normalised.forEach((text) => inALoop(text)),
  },
  { rounds: 5, warmUp: 1 },
);
const faster = (name: keyof typeof turns) =>
  ratios(
    turns.loop.map(({ cpu }) => cpu),
    turns[name].map(({ cpu }) => cpu),
  );
const row = (title: string, name: keyof typeof turns) => [
  title,
  fixed((MESSAGES * 1_000) / quantile(turns[name].map(({ cpu }) => cpu)), 0),
  ...[quantile(faster(name)), Math.min(...faster(name)), Math.max(...faster(name))].map((ratio) =>
    fixed(ratio, 1),
  ),
];
printTable(
  ["", "messages a second of processor time", "times as fast: median", "least", "most"],
  [
    row("prefilter and re2js, all rules critical", "critical"),
    row("prefilter and re2js, none critical", "uncritical"),
    row("plain loop over RegExps", "loop"),
  ],
);
printTable(
  ["rules found", "messages with another result", "load ms", "memory MB"],
  [[String(found), String(differing.length), fixed(loadMs, 0), fixed(megabytes, 0)]],
);
if (differing.length > 0 || quantile(faster("critical")) < 10) process.exitCode = 1;
