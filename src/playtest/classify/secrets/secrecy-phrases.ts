/** The wordings by which prose sets one player apart from the others. */
import { unwrapped } from "../../text/index.ts";

/**
 * Between two words of a phrase: spaces, a line break, the stars of an emphasis. Up to five: V8 writes a repeat of at most
 * four out in full, and patterns with hundreds of gaps then take most of a second to compile.
 */
const gap = String.raw`[\s*_]{1,5}`;

/** One pattern of many phrases: a single space in the source matches any gap. */
export const phrases = (...sources: string[]): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${sources.map(spaced).join("|")})(?!\p{L})`, "iu");

/** A source may be wrapped over several lines. */
export const spaced = (source: string): string => unwrapped(source).replaceAll(" ", gap);

/** To see, hear, feel or know. */
export const perceive = unwrapped(String.raw`
  (?:see|sees|saw|seen|hear|hears|heard|notic(?:e|es|ed|ing)|know|knows|knew|feel|feels|felt|
  sens(?:e|es|ed)|perceiv(?:e|es|ed)|catch|catches|caught|spot|spots|spotted|reali[sz](?:e|es|ed)|
  recogni[sz](?:e|es|ed)|understand|understands|understood|remember|remembers|react|reacts|
  reacted|smell|smells|glimpse|glimpses|glimpsed|observe|observes|witness|witnesses|seeing|
  hearing|aware|read|reads|discern|discerns|detect|detects|make out|makes out|made out|pick up|
  picks up)
`);

/** Words that may precede it: "can", "seems to", "has ever". */
export const auxiliary = unwrapped(String.raw`
  (?:(?:can|could|will|would|may|might|seems?|seemed|appears?|happens?|to|has|have|had|is|are|
  ever|even|clearly|truly|really|also|actually) ){0,3}
`);

/** One player perceives something: "you see", "you can hear". */
export const youPerceive = phrases(`you ${auxiliary}${perceive}`);

/** The others of the group. */
const others = unwrapped(String.raw`
  (?:the others|the rest(?: of (?:the |your )?(?:group|party|table|companions|friends|them))?|
  your (?:companions|friends|allies|fellows)|every(?:one|body) else|any(?:one|body) else|
  those around you)
`);
/** The same or the whole group, where only the others can be meant. */
const theWhole = `(?:${others}|the (?:group|party|table|players)|any(?:one|body)|a(?:nother)? soul)`;
const within = (chars: number) => String.raw`(?:(?!\byou\b)[^.!?;\n]){0,${chars}}?(?<!\p{L})`;
const not = unwrapped(String.raw`
  (?:(?:do|does|did|can|could|have|has|will|would|are|were|is|was|seem|seems)(?:n't| not)|can't|
  cannot|won't|never|fail to|fails to|neither|hardly|scarcely)
`);

/** Tells one player something and says that the others do not get it. */
export const secrecy = phrases(
  // you alone
  String.raw`
    (?<!(?:are|were|leave|leaves|left|leaving|let|find|finds|found|get|gets|catch|
    catches) )you,?(?: (?:two|both|three))? alone(?! (?:can|could|must|may|will) (?:decide|choose|
    save|stop|answer)\b)
  `,
  "yours(?: and yours)? alone",
  // only you
  String.raw`
    (?<!(?:if|not|isn't|wasn't) )only (?:(?:to|for|by|at|with|on) )?you(?! (?:all|guys|lot|knew|had|
    (?:can|could|must|may|will) (?:decide|choose|save|stop|answer))\b)
  `,
  "just (?:(?:to|for|at|with) )?you(?! (?:wait|and|all|guys|lot|two|know|try|see|then|as|like|now)\\b)",
  "for you only|to you only",
  "only your (?:eyes|ears|mind)|your (?:eyes|ears) (?:only|alone)",
  `you(?:'re| are| were) the only (?:one|person|member)${within(30)}${perceive}`,
  // no one else
  "(?:no(?: |-)one|nobody|none) (?:but|except|besides|save|other than) you",
  `(?:no(?: |-)one|nobody) else${within(40)}${perceive}`,
  "(?:to|for|and|by) (?:no(?: |-)one|nobody) else",
  "(?:only|just) one of you",
  "before (?:any(?:one|body) else|the others|the rest) (?:do|does|did|can|could)",
  `none of (?:the (?:others|rest)|your (?:companions|friends))${within(40)}${perceive}`,
  `(?:before|without) (?:any(?:one|body)(?: else)?|${others}) ${auxiliary}${perceive}`,
  // the others do not
  "unlike (?:the others|the rest|your companions)",
  String.raw`
    (?:unseen|unheard|unnoticed|unremarked|hidden|invisible|inaudible|unbeknownst|unknown|
    out of (?:sight|earshot)|lost) (?:by|to|from|of|on) ${others}
  `,
  `${others}(?: \\w+){0,2} ${not} ${within(20)}${perceive}`,
  String.raw`${others} (?:do|does|did|can|could|have|has|are|is|will)(?:n't| not)(?=\s{0,2}(?:[.,;!—")]|$))`,
  String.raw`
    ${others} (?:see|sees|hear|hears|notice|notices|feel|feels|sense|senses|find|finds|suspect|
    suspects) (?:nothing|no(?= )|none)
  `,
  `${others} (?:all |have |has )?(?:miss|misses|missed|overlook|overlooks|overlooked)`,
  `too (?:low|quiet|soft|faint|brief|quick|small)(?:ly)? for (?:${others}|any(?:one|body))`,
  String.raw`
    ${others} (?:are|is|remain|remains|stay|seem|seems|keep|keeps)(?: \w+)? (?:oblivious|unaware|
    none the wiser|asleep|sleeping|looking away|distracted|talking)
  `,
  `while ${others} (?:sleep|sleeps|look away|talk|argue|are busy|are looking elsewhere)`,
  String.raw`
    ${theWhole} (?:(?:must|may|should|shall|ought)(?:n't| not| never)|need not|needn't|
    (?:is|are)(?:n't| not)(?: supposed| meant)?)(?: to)? (?:ever )?(?:learn|know|hear|see|find out|
    be told|discover|suspect|notice)
  `,
  `(?:kept|hidden|concealed) from ${theWhole}`,
  "out of (?:the (?:others'|group's|party's)|every(?:one|body) else's) (?:sight|view|hearing|earshot)",
  "you secretly|secretly,? you|in secret,? you",
  // keep it
  "keep (?:this|it|that|what you \\w+)(?: \\w+)? to yourself|keep your knowledge to yourself",
  "(?<!(?:to|or|and|could|might|can|will|would) )keep (?:this|it|that) (?:secret|between us|quiet|hidden)",
  String.raw`
    tell (?:no(?: |-)one|nobody|none of them)|
    (?:do not|don't|never) (?:tell|let) (?:the others|anyone|the rest|your friends|your companions)
  `,
  String.raw`
    (?:do not|don't|never|must not|mustn't|may not|should not|shouldn't|not to) (?:share|mention|
    repeat|show|reveal|disclose|discuss|tell|speak of|
    be (?:shared|told|repeated))(?: (?:this|it|that|any of (?:this|it)|what you \w+))?(?: (?:with|
    to|in front of))? ${theWhole}
  `,
  "(?:do not|don't) share (?:this|it|that)|not to be shared",
  "(?:say|speak|breathe) (?:nothing|not a word|no word)(?: of (?:this|it))? to (?:the others|anyone|the rest)",
  String.raw`
    between you and me|(?:just|stays?|remains?) between (?:us|the two of us)|our (?:little )?secret|
    your secret alone|a secret (?:just )?for you
  `,
  // where only one can hear
  "in(?:to|side)? your (?:own )?(?:mind|ear)",
  String.raw`
    in (?:private|confidence|secret),? [^.!?;\n]{0,40}?(?:speaks?|says?|tells?|told|confides?|adds?|
    shows?|hands?|gives?)
  `,
  String.raw`
    privately|(?:speaks?|says?|tells?|told|confides?|adds?|murmurs?|
    mutters?)[^.!?;\n]{0,40}? in (?:private|confidence)|
    whisper(?:s|ed)? (?:something )?(?:to|at) you
  `,
  "(?:takes?|pulls?|draws?|leads?|steers?) you (?:quietly |gently )?aside",
);

/** What only one person experiences: private even without saying so. */
export const innerExperience = phrases(
  String.raw`
    (?<!(?:do|did|can|could|would|will|if|should) )you(?:'ve)?(?: (?:suddenly|then|also|still|now|
    vaguely|half|dimly|clearly|distinctly|faintly|instantly|at once|briefly|start to|begin to|
    can almost|almost)){0,2} (?:remember|recall|recogni[sz]e|dream|dreamt|dreamed|foresee|relive|
    are reminded)
  `,
  String.raw`
    (?:a|an|the|old|your|one|another|strange|sudden|half-forgotten) (?:\w+ )?(?:memory|memories|
    vision|visions|premonition|flashback|nightmare)
  `,
  "a (?:\\w+ )?dream|dreams? (?:comes?|came) to you|in your dreams?",
  String.raw`
    a (?:sudden )?flash(?! (?:of )?(?:lightning|light|steel|silver|metal|teeth|colou?r|fire|gunfire|
    powder|flood))
  `,
  "in(?:side)? your (?:own )?(?:head|skull|thoughts)",
  String.raw`
    reminds you|familiar to you|you(?:'ve| have) (?:seen|heard|felt|dreamt) (?:this|that|it|him|her|
    them)(?: \w+)? before
  `,
);

const nobodyBut = unwrapped(String.raw`
  (?:no(?: |-)one|nobody|none(?: of (?:you|them))?|not one of you) (?:else )?(?:but|except|
  besides|save|other than|apart from|aside from|bar)(?: for)?
`);
const ofTheGroup = unwrapped(String.raw`
  (?:of|among|amongst|out of) (?:all )?(?:of )?(?:you|them|
  the (?:group|party|others|company|table|players)|everyone)(?: all)?
`);
const learns = "(?:learns?|is told|was told|is given|finds? out|discovers?|gets? to know)";

/** Said of a player by name: "only Sam hears", "Sam alone sees", "visible only to Sam", "whispers to Sam". */
const before = {
  only: ending("(?:only|just) "),
  onlyTo: ending("(?:only|just) (?:to|for|by|with) "),
  to: ending("(?:to|for|by|with) "),
  whispers: ending(
    "(?:whisper|whispers|whispered|murmurs|mouths) (?:something |a word |a name )?(?:to|at|in|into) ",
  ),
  into: ending("(?:in|into|inside|at) "),
  nobodyBut: ending(`${nobodyBut} `),
  toNobodyBut: ending(`(?:to|for|by|with) ${nobodyBut} `),
  aloneOf: ending(`alone,? ${ofTheGroup},? `),
  leans: ending("(?:lean|leans|leaned|bends|bent) (?:in |over |down |close |closer )?(?:to|toward|towards) "),
};
const after = {
  perceives: beginning(`(?:,[^,.;]{1,40},)? ${auxiliary}(?:${perceive}|${learns})`),
  alone: beginning(" alone"),
  only: /^[\s*_]{1,4}only(?=[\s*_"')\]]{0,3}(?:[.,:;!?—]|$))/i,
  secretly: beginning(` (?:secretly|privately) ${auxiliary}(?:${perceive}|${learns})`),
  aloneOf: beginning(`,? alone,? ${ofTheGroup}`),
  ear: beginning("'s? (?:own )?(?:ears?|mind)"),
  colon: /^[\s*_]{0,4}[:—]/,
  alonePerceives: beginning(` alone ${auxiliary}${perceive}`),
  isTheOnlyOne: beginning(` (?:is|was) the only (?:one|person)${within(30)}${perceive}`),
  eyesOnly: beginning("'s? (?:eyes|ears) (?:only|alone)"),
};
const lowVoice = phrases(
  "whisper|whispers|whispered|murmur|murmurs|mouths|breathes|under (?:his|her|their) breath",
);

export function setsApart(sentence: string, { start, end }: { start: number; end: number }): boolean {
  const left = sentence.slice(Math.max(0, start - 40), start);
  const right = sentence.slice(end, end + 100);
  return (
    before.onlyTo.test(left) ||
    before.whispers.test(left) ||
    (before.only.test(left) && after.perceives.test(right)) ||
    (before.nobodyBut.test(left) && (after.perceives.test(right) || after.colon.test(right))) ||
    before.toNobodyBut.test(left) ||
    (before.into.test(left) && after.ear.test(right)) ||
    before.aloneOf.test(left) ||
    after.aloneOf.test(right) ||
    after.secretly.test(right) ||
    (before.to.test(left) && (after.alone.test(right) || after.only.test(right))) ||
    after.alonePerceives.test(right) ||
    after.isTheOnlyOne.test(right) ||
    after.eyesOnly.test(right) ||
    (before.leans.test(left) && lowVoice.test(right))
  );
}

const everyoneBut = ending(
  String.raw`
    (?:every(?:one|body)|all(?: of you)?|each of you) (?:else )?(?:but|except|save|besides|
    apart from|other than)(?: for)? 
  `,
);

/** "Everyone but Sam sees it." */
export const leavesOut = (sentence: string, { start, end }: { start: number; end: number }): boolean =>
  everyoneBut.test(sentence.slice(Math.max(0, start - 40), start)) &&
  after.perceives.test(sentence.slice(end, end + 100));

const nothing = beginning(
  String.raw`
    (?:,? meanwhile,?|,? however,?)? (?:${auxiliary}(?:see|sees|hear|hears|feel|feels|notice|
    notices|sense|senses|perceive|perceives|smell|smells) (?:nothing|none of (?:it|this|that)|only|
    just)|(?:(?:do|does|did|can|could|will)(?:n't| not)|cannot|can't|
    won't)(?: ${perceive}(?: (?:this|that|it|
    any of (?:this|it)))?)?(?: either| at all)?(?=[\s*_"')]{0,3}(?:[.,;!—]|$)))
  `,
);

/** Said of others by name: "Alex and Danny see nothing". */
export const perceivesLess = (sentence: string, { end }: { end: number }): boolean =>
  nothing.test(sentence.slice(end, end + 80));

function ending(source: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})${spaced(source)}$`, "iu");
}

function beginning(source: string): RegExp {
  return new RegExp(String.raw`^${spaced(source)}(?!\p{L})`, "iu");
}

/** Refers to what was just told: surely in "no one else hears it"; perhaps in "no one else hears." */
const sensed = unwrapped(String.raw`
  (?:see|sees|saw|hear|hears|heard|notice|notices|noticed|feel|feels|felt|sense|senses|sensed|
  catch|catches|caught|perceive|perceives|smell|smells|witness|witnesses|read|reads)
`);
const ofThat = new RegExp(
  spaced(
    String.raw`
      (?<!\p{L})(?:${sensed} (?:this|that|it|him|her|them|these|those)|${perceive} (?:this|that)|
      keep (?:this|it|that)(?: (?:to yourself|secret|quiet|hidden|between us))?|
      (?:share|mention|repeat|reveal|disclose) (?:this|it|that)(?: (?:with|to) [^.!?;\n]{1,40})?|
      tell (?:no one|nobody))(?= (?:and|but|or|except|yet|though)\b|[*_"')]{0,3}\s{0,2}(?:[.,;!?]|
      $))
    `,
  ),
  "iu",
);
const bare = new RegExp(
  spaced(
    String.raw`
      (?<!\p{L})(?:${perceive}["')]{0,2}\s{0,2}(?:[.!]|$)|
      (?:do|does|did|can|has|have)(?:n't| not)\s{0,2}[.!])
    `,
  ),
  "iu",
);

export function speaksOfWhatWasTold(sentence: string, from: number): "surely" | "perhaps" | "no" {
  const rest = sentence.slice(from, from + 160);
  return ofThat.test(rest) ? "surely" : bare.test(rest) ? "perhaps" : "no";
}
