/** The words of a text that say what it is about, as written, each once, in order of appearance. */
export function salientWords(text: string): string[] {
  const words = new Map<string, string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu)) {
    const lower = word.toLowerCase();
    if (isSalient(lower) && !words.has(lower)) words.set(lower, word);
  }
  return [...words.values()];
}

/** Short words are function words in most Latin-script languages; elsewhere two characters are a word. */
const isSalient = (word: string) =>
  word.length <= longest &&
  !functionWords.has(word) &&
  word.length >= (/^[\p{Script=Latin}\p{N}'’-]+$/u.test(word) ? 3 : 2);

/** Longer runs are data, not words. */
const longest = 40;

const functionWords = new Set(
  `about after again all also and any are around because been before being but can could did does doing don't down during each even ever
  few for from had has have having her here hers him his how i'd i'll i'm into isn't it's its just let like may more most much must
  not now off once only other our ours out over own per please same she should since some such than that that's the their them then
  there these they this those through too under until upon very was we're were what when where which while who whom whose why will
  with within without would yes yet you you're your yours`.split(/\s+/),
);
