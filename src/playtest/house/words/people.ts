import { contentWords } from "./content-words.ts";
import { sentences } from "../../text/index.ts";

const named =
  /(?<=[^.!?:"'(]\s)((?:(?:Mr|Mrs|Ms|Dr)\. |(?:Old|Captain|Father|Mother|Sister|Brother|Aunt|Uncle|Doctor|Direktor) )?\p{Lu}[\p{Ll}'-]+(?: \p{Lu}[\p{Ll}'-]+)?)/gu;
const doing = /^ (?!is\b|lies\b|has\b|was\b|this\b|its\b|his\b)[a-z]+s\b/;
const saidBy = /\b(?:says|asks|answers|calls|cries|adds|replies|mutters|whispers|booms|explains|shouts)\s$/;
const saying =
  /^ (?:says|asks|answers|calls|cries|adds|replies|mutters|whispers|nods|smiles|laughs|rises|shrugs|sighs)\b/;
const nobody = /'s$|\b(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|God|Heaven)\b/;

/** What a sentence may open with in front of a name, and is none. */
const opener =
  /ly$|^(?:Behind|Beside|Beyond|Outside|Inside|Between|Beneath|Without|Within|Across|Along|Around|Near|Toward|Towards|Against|Even|Still|Perhaps|Meanwhile|Presently|Somewhere|Nobody|Nothing|Everybody|Everyone|Poor|Young|Dear|Good|Since|Whatever|Whenever|Wherever|Though|Although|Unless|Both|Each|Every|Either|Neither|Ask|Asks|Says|Yes|No)$/;

/**
 * Who is in the scene, as somebody who listens can tell: a name that somewhere stands inside a sentence
 * and either does something or is said to speak. A name that only opens sentences may be any word.
 */
export function people(text: string, players: readonly string[]): string[] {
  const found = new Set<string>();
  for (const sentence of sentences(text)) {
    for (const { 1: name, index } of sentence.matchAll(named)) {
      if (
        name === undefined ||
        nobody.test(name) ||
        players.some((player) => name.split(" ").includes(player))
      )
        continue;
      const before = sentence.slice(Math.max(0, index - 12), index);
      const after = sentence.slice(index + name.length, index + name.length + 24);
      // "The Ring curves up" is a place; "the Contessa says" is somebody.
      const titled = /\b[Tt]he $/.test(before);
      // A sentence may begin with the first half of a name.
      const first = name.includes(" ")
        ? undefined
        : /^["'(]*(\p{Lu}\p{Ll}+) $/u.exec(sentence.slice(0, index))?.[1];
      const whole =
        first === undefined || opener.test(first) || contentWords(first).length === 0
          ? name
          : `${first} ${name}`;
      if (saidBy.test(before.replace(/the $/, "")) || (titled ? saying : doing).test(after))
        found.add(titled ? `the ${name}` : whole);
    }
  }
  return [...found];
}
