/**
 * Words without one of which a rule has nothing to go by. Each list has a bit; a word has the bits of its lists, and a text
 * or a sentence those of all its words: one look tells whether a costly pattern can match at all.
 */
type Words = { words?: string; /** And any word that begins so. */ beginnings?: string };

const LISTS = {
  /** A model of itself: `breakdown`. */
  assistant: {
    words:
      "ai artificial language llm chatbot chatbots programming continue fulfil fulfill generate create provide write produce complete engage assist help comply sorry afraid guidelines policy policies training knowledge system context",
  },
  machine: { words: "ai artificial programming" },
  role: { words: "assistant system user" },
  /** Dragging the group along: `forced-segue`. */
  segue: {
    words:
      "story tale adventure game plot narrative matter business task matters track refocus saying telling anyway anyhow anyways moving enough",
  },
  where: { words: "where" },
  we: { words: "we" },
  /** Asking, offering, granting: `asked-words` and `chosen-ways`. */
  asks: { words: "curious want wants", beginnings: "ask answer question wonder" },
  may: { words: "could might may can" },
  done: { words: "done do as" },
  ours: { words: "we us our ours ourselves i me my" },
  decides: { words: "we let" },
  or: { words: "or" },
  /** How a sentence is meant, and when: `contradiction`. */
  supposed: {
    words: `if unless whether would could might may maybe perhaps possibly probably presumably supposedly allegedly should shall will won lest ll d can as like seem seems seemed appear appears appeared
      looks almost nearly half about going ready threaten threatens used supposed meant imagine suppose pretend wish hope fear expect think thinks thought believe believes believed suspect suspects
      wonder wonders guess assume assumes decide decides doubt promise promises rumor rumors rumour rumours legend legends tale tales story stories song songs before once until till ago last yesterday
      tomorrow ever whenever every usually always sometimes often or people they folk some locals everyone villagers sailors said each painting portrait photograph photo picture drawing sketch statue
      letter log ledger scroll inscription plaque message diary journal recording tape newspaper headline poster mural mirror film screen play telegram tintype daguerreotype carving effigy engraving
      tapestry fresco icon bust`,
  },
  dreamt: {
    words: "vision visions trance premonition flashback hours days weeks months years",
    beginnings: "dream nightmare hallucinat",
  },
  remembered: {
    words: "recall recalls recalled memory memories reminded flashback",
    beginnings: "remember recollect",
  },
  whispered: { words: "only private privately secretly alone" },
  never: { words: "as all from since whole never always ever" },
  past: { words: "was were had stood said asked came went took looked turned opened" },
  present: { words: "is are has have stands says asks comes goes takes looks turns opens" },
  passing: {
    words: `dawn dusk sunrise sunset sundown twilight daybreak nightfall evening tonight tomorrow yesterday later hour hours days week weeks month months asleep wake wakes woke rested resting rest ride rides
      rode drive drives drove sail sails sailed miles eventually meanwhile time while eclipse until when portal sun night darkness morning day afternoon`,
    beginnings: "sleep slept awake camp travel journey wait march darken brighten teleport spend spent",
  },
  wayIn: {
    words:
      "inside into within through out in from pick use try turn force break kick open go get come step climb sneak slip way",
    beginnings: "enter leav unlock",
  },
  it: { words: "it them" },
  /** `loop` and `confusion` */
  again: { words: "repeat again didn" },
  confused: {
    words:
      "understand follow get make idea clue wait happened happening going again confused baffled lost sense end",
  },
  title: { words: "mr mrs ms dr st prof capt sgt lt rev fr" },
} as const satisfies Record<string, Words>;

type Name = keyof typeof LISTS;
const names = Object.keys(LISTS) as Name[];

export const MARK = Object.fromEntries(names.map((name, at) => [name, 1 << at])) as Readonly<
  Record<Name, number>
>;

const bitsOf = (part: keyof Words): ReadonlyMap<string, number> => {
  const bits = new Map<string, number>();
  for (const name of names)
    for (const word of ((LISTS[name] as Words)[part] ?? "").split(/\s+/).filter(Boolean))
      bits.set(word, (bits.get(word) ?? 0) | MARK[name]);
  return bits;
};
const whole = bitsOf("words");
const beginnings = bitsOf("beginnings");

/** Of every part of a word: a pattern sees "you" in "d'you" as well. */
export function marksOf(word: string): number {
  let bits = 0;
  for (const part of word.split("'")) {
    bits |= whole.get(part) ?? 0;
    for (let length = 1; length <= part.length; length += 1)
      bits |= beginnings.get(part.slice(0, length)) ?? 0;
  }
  return bits;
}
