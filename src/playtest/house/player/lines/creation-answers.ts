/** Answers to what a narrator asks before the story, by how the question begins. */
export const creationAnswers: Readonly<Record<string, readonly string[]>> = {
  what: [
    "something small that I'd rather not see in anybody else's hands",
    "less than people think, and more than I let on",
    "a promise, mostly, and a coat that is too thin",
    "the thing that everybody else walks past",
    "whatever I was told not to",
  ],
  when: [
    "longer ago than I like to admit",
    "this morning, and I'd do it again",
    "the year everything else went wrong",
    "on the last warm day we had",
    "only once, and it was enough",
  ],
  who: [
    "somebody who has stopped writing",
    "nobody, and I try not to mind",
    "one person, and they don't know it",
    "an old friend who owes me an answer",
    "my grandmother, who was always right",
  ],
  how: [
    "badly, and with a smile",
    "quietly, until I don't",
    "better in company than alone",
    "by counting to ten and getting to four",
    "the way my father did, I'm afraid",
  ],
  where: [
    "where I can see the door",
    "nowhere for long",
    "a kitchen that isn't there any more",
    "as close to the water as they let me",
    "at the back, by the window",
  ],
  why: [
    "because nobody else would",
    "I ask myself that every morning",
    "because I said that I would",
    "it seemed better than staying",
    "for a reason I'll tell you when it's over",
  ],
  which: [
    "the one that looks harder",
    "neither, if I'm honest",
    "the one I can live with afterwards",
    "whichever is nearer the door",
  ],
  other: [
    "yes, though it took me a while",
    "I'd have to think about that",
    "not any more",
    "more often than I tell people",
  ],
};

/** {answer} to {question}, as somebody says it at a table. */
export const creationFrames: readonly string[] = [
  'And to "{question}": {answer}.',
  'As for "{question}", {answer}.',
  '"{question}" Hm: {answer}.',
  'You ask "{question}", and I\'d say {answer}.',
];
