/**
 * A pure function of a text that remembers its last answers: a session reads the same few texts again every turn.
 * Bounded whatever the number of sessions: two generations, and what was not asked for in a whole generation is forgotten.
 */
export function remember<Answer>(
  make: (text: string) => Answer,
  { most }: { most: number },
): (text: string) => Answer {
  let young = new Map<string, Answer>();
  let old = new Map<string, Answer>();
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const answer = old.get(text) ?? make(text);
    if (young.size >= most / 2) {
      old = young;
      young = new Map();
    }
    young.set(text, answer);
    return answer;
  };
}
