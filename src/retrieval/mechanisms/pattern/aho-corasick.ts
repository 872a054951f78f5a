/** Finds all of many words in one pass over a text, however many they are (Aho and Corasick, 1975). */
export type WordFinder = {
  /** Calls back with the number of the word, for every occurrence. */
  each: (text: string, found: (word: number) => void) => void;
};

export function createWordFinder(words: readonly string[]): WordFinder {
  // Letters get small numbers, so that a state is a row of a table; 0 is any letter that no word has.
  const letters = new Uint16Array(65_536);
  let width = 1;
  for (const word of words) for (let i = 0; i < word.length; i++) letters[word.charCodeAt(i)] ||= width++;

  const states = 1 + words.reduce((sum, { length }) => sum + length, 0);
  const next = new Int32Array(states * width);
  /** Of each state: the words that end there. */
  const ending: number[][] = [[]];
  let used = 1;
  words.forEach((word, number) => {
    let state = 0;
    for (let i = 0; i < word.length; i++) {
      const cell = state * width + letters[word.charCodeAt(i)]!;
      if (next[cell] === 0) {
        next[cell] = used++;
        ending.push([]);
      }
      state = next[cell]!;
    }
    ending[state]!.push(number);
  });

  // Breadth first, so that a suffix is whole before it is needed: missing steps become its steps.
  const suffix = new Int32Array(used);
  /** The longest proper suffix where a word ends; 0 where none does. */
  const wordSuffix = new Int32Array(used);
  const queue = new Int32Array(used);
  let tail = 0;
  for (let letter = 1; letter < width; letter++) if (next[letter]) queue[tail++] = next[letter]!;
  for (let head = 0; head < tail; head++) {
    const state = queue[head]!;
    const shorter = suffix[state]!;
    wordSuffix[state] = ending[shorter]!.length > 0 ? shorter : wordSuffix[shorter]!;
    for (let letter = 1; letter < width; letter++) {
      const cell = state * width + letter;
      const below = next[shorter * width + letter]!;
      if (next[cell] === 0) next[cell] = below;
      else {
        suffix[next[cell]!] = below;
        queue[tail++] = next[cell]!;
      }
    }
  }

  // A step also says, in its last bit, whether any word ends there: most do not, and nothing else need be looked up.
  const steps = next
    .subarray(0, used * width)
    .map((state) => state * 2 + (ending[state]!.length > 0 || wordSuffix[state] !== 0 ? 1 : 0));
  return {
    each(text, found) {
      for (let i = 0, step = 0; i < text.length; i++) {
        step = steps[(step >> 1) * width + letters[text.charCodeAt(i)]!]!;
        if (step & 1)
          for (let at = step >> 1; at !== 0; at = wordSuffix[at]!)
            for (const word of ending[at]!) found(word);
      }
    },
  };
}
