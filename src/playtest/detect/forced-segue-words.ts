/**
 * What a sentence is made of that is about the telling and not about the story: words by what they do there, and how much
 * each says. A sentence counts the most telling word of a kind, so that one word more of the same proves nothing.
 */
export type Kind = "talk" | "closes" | "telling" | "resumes" | "presses" | "voice";
export type Cue = { kind: Kind; weight: 1 | 2 };

const LISTS: ReadonlyArray<Cue & { words: string }> = [
  // What the players were doing, by what it is called and not by what it was about.
  {
    kind: "talk",
    weight: 2,
    words:
      "chatter chat chats chatting chitchat banter bantering jokes joking jest jests jesting kidding nonsense silliness silly foolishness foolery fooling clowning digression digressions digress digressed digressing detour detours diversion diversions distraction distractions distracted tangent tangents sidetrack sidetracked musings ramblings rambling daydream daydreams prattle topic irrelevant unimportant amusing funny hilarious entertaining fascinating delightful interesting fun antics whimsy speculation trivia hilarity frivolity reverie anecdote anecdotes hypothetical shenanigans tomfoolery pleasantries strayed straying offtopic",
  },
  {
    kind: "talk",
    weight: 1,
    words:
      "conversation discussion discussions debate gossip subject joke talk talking thoughts discuss charming lovely nice interest games leisure merits",
  },
  {
    kind: "closes",
    weight: 2,
    words:
      "enough anyway anyhow anyways aside nevermind ignore ignores ignoring ignored forget forgets forgotten dismiss dismisses dismissed skip skips skipping regardless cease",
  },
  {
    kind: "closes",
    weight: 1,
    words:
      "stop stops drop drops wait later afterwards end ends ended over dies fades waste wasting wasted cut quiet hush",
  },
  {
    kind: "telling",
    weight: 2,
    words:
      "story tale plot narrative scene chapter game adventure campaign narrator narration telling script storyline plotline quest mission investigation",
  },
  { kind: "telling", weight: 1, words: "business task purpose point action episode part" },
  {
    kind: "resumes",
    weight: 2,
    words:
      "resume resumes resumed resuming refocus focus focused focusing concentrate concentrating serious seriously",
  },
  {
    kind: "resumes",
    weight: 1,
    words:
      "continue continues continuing proceed proceeds meanwhile attention back return returns returning again next forward onward onwards track thread abruptly changes shifts moving move remember remembers remind bring steer",
  },
  {
    kind: "presses",
    weight: 1,
    words:
      "crucial priority priorities must need needs should ought important urgent pressing matters matter required wanted needed waiting waits awaits awaiting calls calling hurry worrying worry",
  },
  {
    kind: "voice",
    weight: 2,
    words: "i i'm i'll i've i'd we we're we'll we've we'd us me our let's shall please folks",
  },
];

export const cueOf: ReadonlyMap<string, Cue> = new Map(
  LISTS.flatMap(({ kind, weight, words }) =>
    words.split(" ").map((word) => [word, { kind, weight }] as const),
  ),
);

/** How somebody begins who is not yet saying anything. */
const LEAD_IN = String.raw`^[\s—-]*(?:(?:ok|okay|right|well|so|but|and|now|quite|fine|yes|alas|still|whatever)\b[\s,.!—-]*){0,3}`;
const caseless = (pattern: string): RegExp => new RegExp(pattern, "i");
/** "That", and not a word of what. */
const THAT = [
  String.raw`${LEAD_IN}(?:(?:all|any|none) of )?(?:that|this|these things|those things)(?:'s| (?:is|was|will|would|can|could|may|might|must|has|had|gets|happened))\b`,
  String.raw`\b(?:all|any|none) of (?:that|this)\b`,
  String.raw`\b(?:(?<!\b(?:because|instead|front|out|top|end) )of|for|about|ignore|forget|discuss|mind|save|drop|cut|hear|heard|got) (?:all )?(?:that|this)(?=\s*(?:[,.;:!?—]|$)| (?:and|now|later|afterwards|short|out|was|is|may)\b)`,
  String.raw`\b(?:(?:get|go|on) (?:\w+ )?with|save|forget|drop) it\b`,
  String.raw`\b(?:that|how) this is\b|\bsuch talk\b`,
].join("|");
export const pointsBack = (text: string): boolean => BACK.test(text);
const BACK = caseless(THAT);
const DENIES = String.raw`\b(?:no|not|never|nothing|none|nobody|neither|isn't|aren't|don't|doesn't|won't|can't|cannot)\b`;

/** What more than one word says, with how much: not that; on with it; what they ought to do; where their minds should be. */
export const PHRASES: ReadonlyArray<readonly [RegExp, number]> = [
  [caseless(`(?=[^]*(?:${THAT}))[^]*${DENIES}`), 1],
  [
    caseless(
      String.raw`${LEAD_IN}(?:back|on|forward) (?:to|with)\b|\b(?:and so|now) (?:to|for)\b|\b(?:go(?:es)?|get) on\b|\bleft off\b|\bfor (?:another|some other) (?:day|time|evening)\b`,
    ),
    1,
  ],
  [
    /\byou (?:should|ought to|must|have to|need to|are supposed to|have \w+ to (?:do|see))\b|\b(?:no time|time (?:to|for)|high time|time presses)\b/i,
    1,
  ],
  // Whoever is moved without moving.
  [/\b(?:steers|drags|herds|hauls|marches|shoves|pushes|pulls|forces|compels) you\b/i, 2],
  [
    /\b(?:turn|bring|return|put) your (?:minds?|attention|thoughts)\b|\byour attention is (?:needed|required|wanted)\b|^\W*(?:but|and|so|now)?,? ?what (?:about|of)\b|\blose sight\b|\bin other news\b/i,
    2,
  ],
];

/** How somebody begins who has yet to say anything. */
const LEAD_INS = new Set(
  "right okay ok alright well so yes yeah fine noted quite hm hmm ha haha ahem look listen now then still alas good very all indeed things thing bit moment minute minutes people left getting going get got come came keep let around".split(
    " ",
  ),
);
export const saysNothing = (word: string): boolean => LEAD_INS.has(word);
