/**
 * Claim: with 5,000 crisis patterns and keywords a message takes less than 50 ms, so that a check never waits for its
 * rules.
 *
 *     node benches/pattern-rules.ts            (about half a minute)
 */
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { patternRules } from "../src/contract/index.ts";
import { createPatternMatcher } from "../src/retrieval/mechanisms/index.ts";
import { fixed, printHeader, printTable, quantile } from "./measure.ts";

const RULES = 5_000;
const MESSAGES = 500;
const random = xoroshiro128plus(7);
const below = (count: number) => uniformInt(random, 0, count - 1);
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;

const syllables = "ba co di fu ga he ki lo mu na po re si to vu wa ye zo ran sel tor mick".split(" ");
const vocabulary = Array.from({ length: 3_000 }, () =>
  Array.from({ length: 2 + below(2) }, () => pick(syllables)).join(""),
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
const rules = patternRules.parse({
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
const startedAt = performance.now();
const matcher = createPatternMatcher(rules);
const loadMs = performance.now() - startedAt;
let found = 0;
const times = messages.map((message) => {
  const before = process.cpuUsage();
  found += matcher.match(message).matches.length;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
});
printTable(
  ["load ms", "rules matched", "processor ms a message: median", "slowest of 20", "slowest"],
  [[fixed(loadMs, 0), String(found), ...[0.5, 0.95, 1].map((share) => fixed(quantile(times, share), 1))]],
);
if (quantile(times, 0.95) > 50) process.exitCode = 1;
