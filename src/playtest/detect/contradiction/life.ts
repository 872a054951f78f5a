import { allMatches } from "../all-matches.ts";
import { NOTHING, type Context, type Rule, type Told } from "./context.ts";
import type { Mention } from "./mentions.ts";
import { normalise } from "./mentions.ts";
import type { Sentence } from "./reading.ts";
import { sentences } from "../sentences.ts";
import { change, doubt, statement, type Statement } from "./statement.ts";
import { TOPIC } from "./topics.ts";

const DEAD = String.raw`dead(?=\s*(?:[.,;:!—-]|$)|\s+(?:and|(?:in|on|at|by) (?:the|his|her|their|your|a|an|its)|beside|from|under|among|with|before|where|against|across|among|upon|near|behind)\b)(?! on (?:his|her|their) feet)`;
/** What follows a name when its owner dies. */
const DIES = new RegExp(
  String.raw`^\s+(?:(?:is|are|lies|sits|sat|hangs|floats|was|lay|falls|fell|drops|dropped|slumps|collapses|has fallen|has been (?:found|shot)|is found|was found)\s+(?:now\s+)?${DEAD}` +
    String.raw`|(?:dies|died|has died|perishes|perished|has drowned|drowns|drowned|bleeds to death|bled to death|(?:breathes|breathed) (?:his|her|their) last|(?:draws|drew|has drawn) (?:his|her|their) last breath|(?:breaks|broke|has broken) (?:his|her|their) neck|is no more|stops breathing)(?! (?:down|away|out|inside|a little|laughing|of (?:laughter|embarrassment|boredom)))\b` +
    String.raw`|(?:is|was|has been|gets|were) (?:killed|murdered|slain|executed|beheaded|drowned)\b)`,
  "u",
);
/** What stands before a name when somebody kills its owner, or shows the body. */
const KILLED =
  /(?<![\p{L}'-])(?:kills|killed|murders|murdered|slays|slew|executes|executed|beheads|(?:the|a) (?:corpse|dead body|lifeless body|remains) of|(?:breaks|broke|broken) the neck of)\s+$/u;
const CORPSE = /^\s+(?:corpse|dead body|lifeless body|lifeless form|remains)\b/;
const LONG_DEAD =
  /^(?:,[^,;.]{1,40},|,? who)?\s+(?:(?:has|had) been dead\b|died (?:\p{L}+ )?(?:years|months|weeks|long) ago|died long before|has long been dead|is long dead)/u;
/** So long that whoever acted in the story cannot have been. */
const BEFORE_THE_STORY =
  /^[^.;]{0,60}\b(?:since before|for (?:\p{L}+ ){0,2}(?:years|decades|centuries)|years ago|long (?:ago|dead|been dead)|these \p{L}+ years)\b/u;
/** Whoever was met and has long been dead is a ghost, where the story makes something of it. */
const REVEALED =
  /\b(?:reali[sz]\w+|learns?|learned|discover\w*|turns? out|truth|understand\w*|understood|it dawns|grave\w*|tomb\w*|all this time)\b/i;
/** Alive is whoever does what only the living do, in the story's own tense. */
const DOES = {
  present:
    /^\s+(?:(?:\p{L}+ly|then|just|only|still|and)\s+)?(?:says(?! nothing)|asks|whispers|replies|answers|nods|smiles|walks|laughs|shrugs|shouts|mutters|murmurs|turns|grins|sighs|steps|shakes (?:his|her|their)|points|runs|speaks|calls out|frowns|leads|beckons|waves|grabs|hands you|pours|strides|hurries|leans (?:in|over|forward)|coughs|whistles|hums|sings|sweeps|drinks|eats|sips|chews|climbs|kneels down|crouches|jumps|throws|wipes|scratches|lights|blows|bows|winks|yawns|giggles|chuckles|snorts|growls|hisses|barks|stammers|explains|pats|slaps|hugs|kisses|claps|knocks|paces|wanders|strolls|staggers|limps|dances|swims|sits down|stands up|gets up|comes (?:in|up|over|back|out|down)|goes (?:out|over|ahead)|joins you|looks (?:at|up|down|back|away|around))\b/u,
  past: /^\s+(?:(?:\p{L}+ly|then|just|only|still|and)\s+)?(?:said(?! nothing)|asked|whispered|replied|answered|nodded|smiled|walked|laughed|shrugged|shouted|muttered|murmured|turned|grinned|sighed|stepped|shook (?:his|her|their)|pointed|ran|spoke|called out|frowned|led|beckoned|waved|grabbed|handed you|poured|strode|hurried|leaned (?:in|over|forward)|coughed|whistled|hummed|sang|swept|drank|ate|sipped|chewed|climbed|knelt down|crouched|jumped|threw|wiped|scratched|lit|blew|bowed|winked|yawned|giggled|chuckled|snorted|growled|hissed|barked|stammered|explained|patted|slapped|hugged|kissed|clapped|knocked|paced|wandered|strolled|staggered|limped|danced|swam|sat down|stood up|got up|came (?:in|up|over|back|out|down)|went (?:out|over|ahead)|joined you|looked (?:at|up|down|back|away|around))\b/u,
};
const SPEAKS = {
  present:
    /(?<![\p{L}'-])(?:says|asks|whispers|replies|answers|mutters|murmurs|shouts)\s+(?:(?:old|young|poor)\s+)?$/u,
  past: /(?<![\p{L}'-])(?:said|asked|whispered|replied|answered|muttered|murmured|shouted)\s+(?:(?:old|young|poor)\s+)?$/u,
};
/** Not the person but something of theirs, or like them: "the ghost of Marsh". */
const OF =
  /\b(?:of|as|like|not|never|nor|than|whom|whose|by|for|that|what|how|why|where|when|who|which)\s+(?:\p{Lu}\p{L}*\s+)?$/u;
const NEGATED = /\b(?:not|never|nobody|no one|neither|nor|without)\b[^,;:]{0,30}$|n't\b[^,;:]{0,30}$/i;
/** Stories have ghosts, twins and people who were not dead after all. Told of, it is worth asking, no more. */
const RETURNED =
  /\b(?:ghost\w*|(?<!in (?:good|high|low) )spirits?|spect(?:re|er)s?|spectral|apparitions?|phantoms?|undead|zombies?|revenants?|resurrect\w*|reviv\w*|risen|still alive|alive after all|(?:back|rise|rises|return\w*) from the (?:dead|grave)|not dead|brings? (?:him|her|them|\p{Lu}\p{L}+) back|brought back|necroman\w*|possess\w*|dead (?:(?:man|woman) (?:speaks|says|walks|rises|smiles|turns|opens)|eyes|lips|mouth|voice)|(?:a|identical) twin|twin (?:brother|sister)|body double|mimics?|imposters?|impostors?|disguis\w*|illusions?|hallucinat\w*|heals?|healed|unconscious|fainted|(?:finds?|has|feels?) a pulse|breathes? again|survive[ds]?|time (?:loop|turns back|rewinds)|imitat\w*|impersonat\w*)\b/iu;

/** Said of a person: a line that is alive is none. */
const ALIVE = /\b(?:[Hh]e|[Ss]he|[Tt]hey|\p{Lu}\p{L}+)(?:'s| is| was| are| were)(?: \p{L}+)? alive\b/u;
/** A narrator who wonders at it himself, which explains what is told there and nothing later. */
const WONDERED = /\b(?:somehow|impossibl\w*)\b/i;
/** A voice that was kept speaks while it is played, and does nothing else. */
const RECORDED =
  /\b(?:recordings?|recorded|tapes?|playback|voicemail|hologram\w*|wax cylinder|gramophone|phonograph|answering machine)\b/i;
const ONLY_SPEAKS =
  /(?:says|asks|whispers|replies|answers|laughs|shouts|mutters|murmurs|sighs|speaks|calls out|coughs|whistles|hums|sings|giggles|chuckles|snorts|growls|hisses|barks|stammers|explains|said|asked|whispered|replied|answered|laughed|shouted|muttered|murmured|sighed|spoke|called out|coughed|whistled|hummed|sang|giggled|chuckled|snorted|growled|hissed|barked|stammered|explained)$/;

/** The group does something for the dead. */
const TENDED =
  /\b(?:heal(?:s|ed|ing|ers?)?|reviv\w*|resurrect\w*|rais\w+|sav(?:e|es|ing)|cpr|resuscitat\w*|bring \w+(?: \w+)? back|cur(?:e|es|ing)|treat\w*|help\w*|wak(?:e|es|ing)|pulse|breath\w*|salts|potion|medicine|bandag\w*|check\w*)\b/i;

/** People of whom nothing but a capital letter is known. */
const STRANGER =
  /(?<![\p{L}'-])(\p{Lu}[\p{L}'-]+(?:\s\p{Lu}[\p{L}'-]+)?)(?=\s(?:is dead|lies dead|falls dead|dies\b|died\b|is killed|was killed|is murdered|was murdered))/gu;
const NO_NAMES = new Set(
  "he she it they you we i everyone everybody someone somebody nobody all both another the this that these those his her their your my its each some most many one two three none anyone what who nothing everything god when as then and but so if hope love no time".split(
    " ",
  ),
);

/** Dead or alive. */
export const life: Rule = (sentence, context) =>
  sentence.people.length === 0 && !(sentence.topics & TOPIC.death)
    ? NOTHING
    : [...strangers(sentence, context), ...sentence.people].flatMap((person) =>
        said(person, sentence, context),
      );

function said(person: Mention, sentence: Sentence, { tense, ledger, toldSince }: Context): Statement[] {
  const before = sentence.text.slice(0, person.start);
  const after = sentence.text.slice(person.end);
  const facts = { entity: person.entity, label: person.label, attribute: "alive" as const };
  if (ledger.latest(person.entity, "alive") && TENDED.test(sentence.text) && sentence.mood() === "supposed")
    return [doubt(sentence, { ...facts, value: "alive" })];
  if (person.possessive) return CORPSE.test(after) ? [change(sentence, { ...facts, value: "dead" })] : [];
  if (LONG_DEAD.test(after))
    return [
      statement(sentence, {
        ...facts,
        value: "dead",
        clearWithin: BEFORE_THE_STORY.test(after) && !REVEALED.test(before) ? Infinity : -1,
        doubtWithin: Infinity,
      }),
    ];
  if (KILLED.test(before)) return NEGATED.test(before) ? [] : [change(sentence, { ...facts, value: "dead" })];
  if (OF.test(before)) return [];
  if (DIES.test(after)) return [change(sentence, { ...facts, value: "dead" })];
  // Whoever says something now says it in any story; who said something may have said it long ago.
  const acts = DOES.present.exec(after) ?? (tense() === "past" ? DOES.past.exec(after) : null);
  if (!acts && !SPEAKS.present.test(before) && !(tense() === "past" && SPEAKS.past.test(before))) return [];
  // Out of sight is no excuse here: whoever had come back would have said or done something by name.
  const last = ledger.latest(person.entity, "alive");
  const returned =
    last?.value === "dead" &&
    isBack(toldSince(last) ?? [], {
      name: named(sentence, person),
      speaks: acts === null || ONLY_SPEAKS.test(acts[0]),
    });
  // Pictures smile and statues point.
  const still = acts !== null && /(?:smile|grin|frown|point|look)/.test(acts[0]);
  return [
    statement(sentence, {
      ...facts,
      value: "alive",
      told: sentence.mood() !== "supposed",
      clearWithin: returned || still ? -1 : Infinity,
      doubtWithin: Infinity,
    }),
  ];
}

/** Told of at any time since they died; or wondered at in this output, or played back in it. */
function isBack(told: readonly Told[], { name, speaks }: { name: string; speaks: boolean }): boolean {
  const inThis = (how: RegExp) => told.slice(-2).some(({ text }) => comesBackIn(text, name, how));
  return (
    told.some(({ text }) => comesBackIn(text, name, RETURNED) || comesBackIn(text, name, ALIVE)) ||
    inThis(WONDERED) ||
    (speaks && inThis(RECORDED))
  );
}

/** Told of whoever is named there, or right beside it: another ghost is no excuse. */
function comesBackIn(text: string, name: string, how: RegExp): boolean {
  if (!how.test(text)) return false;
  const all = sentences(text);
  return all.some(
    ({ text: sentence }, at) =>
      how.test(sentence) &&
      all
        .slice(Math.max(0, at - 1), at + 2)
        .some((near) => near.text.includes(name) || /\b(?:he|she|they|him|her|them)\b/i.test(sentence)),
  );
}

const named = ({ text }: Sentence, { start, end }: Mention) => text.slice(start, end);

function strangers({ text, people, topics }: Sentence, { names }: Context): Mention[] {
  if (!(topics & TOPIC.death)) return [];
  return allMatches(text, STRANGER).flatMap(({ 1: name, index }) => {
    const entity = normalise(name!);
    const known = people.some(({ start, end }) => index < end && start < index + name!.length);
    if (
      known ||
      names.players.has(entity) ||
      entity.split(" ").some((word) => NO_NAMES.has(word) || names.players.has(word))
    )
      return [];
    return [{ entity, label: name!, start: index, end: index + name!.length, possessive: false }];
  });
}
