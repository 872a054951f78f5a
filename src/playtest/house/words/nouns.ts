/** Things and people in a text, found without a model: enough for actors to pick up what they hear. */
import { sentences } from "../../text/index.ts";

/**
 * Nouns without a grammar: a word or two after an article or a possessive, before something that cannot belong to them.
 * Misses most; what it finds is an object that fits after "the".
 */
const afterArticle =
  /\b(?:[Tt]he|[Aa]n?|[Ii]ts|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Mm]y)\s+([a-z]{3,}(?:-[a-z]+)?)(?:\s+([a-z]{3,}(?:-[a-z]+)?))?(?=[.,;:!?)"]|\s+(?:of|in|on|at|with|and|from|under|over|behind|by|to|that|which|who|for|into|through|between|across|beside|like|as|is|are|has|above|below|against|along|near|beyond|inside|outside|beneath|until|while)\b)/g;

/** Says which or how many, not what kind: "the other lamp" is a lamp. */
const pointing =
  /^(?:the|that|some|any|other|same|very|last|next|only|whole|single|one|own|first|second|third|[a-z]+(?:fth|xth|nth|ghth|nteenth|tieth)|(?:larg|small|near|high|low|old|new|big|clos|long|short|tall|heavi|light)(?:er|est)|different|opposite|usual|good|best|better|bad|worst|new|little|such|half|nearby)$/;
/** Actions and manners, not things. */
const verbish = /(?:ing|ly|[^e]ed|[^s]s)$/;

/** Things named in a text, each once, in order of first mention. Singular, so that they fit a line. */
export function things(text: string): string[] {
  const found = new Set<string>();
  for (const sentence of sentences(text)) {
    for (const [, first, second] of sentence.matchAll(afterArticle)) {
      const noun = thing(first!, second);
      if (noun !== undefined) found.add(noun);
    }
  }
  return [...found];
}

function thing(first: string, second: string | undefined): string | undefined {
  if (!isObject(second ?? first)) return undefined;
  return second === undefined || pointing.test(first) || verbish.test(first)
    ? (second ?? first)
    : `${first} ${second}`;
}

const named =
  /(?<=[^.!?:"'(]\s)((?:(?:Mr|Mrs|Ms|Dr)\. |(?:Old|Captain|Father|Mother|Sister|Brother|Aunt|Uncle|Doctor|Direktor) )?\p{Lu}[\p{Ll}'-]+(?: \p{Lu}[\p{Ll}'-]+)?)/gu;
const doing = /^ (?!is\b|lies\b|has\b|was\b|this\b|its\b|his\b)[a-z]+s\b/;
const saidBy = /\b(?:says|asks|answers|calls|cries|adds|replies|mutters|whispers|booms|explains|shouts)\s$/;
const saying =
  /^ (?:says|asks|answers|calls|cries|adds|replies|mutters|whispers|nods|smiles|laughs|rises|shrugs|sighs)\b/;
const nobody = /'s$|\b(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|God|Heaven)\b/;

/** Words that may precede a name at the start of a sentence and do not belong to it. */
const opener =
  /ly$|^(?:Behind|Beside|Beyond|Outside|Inside|Between|Beneath|Without|Within|Across|Along|Around|Near|Toward|Towards|Against|Even|Still|Perhaps|Meanwhile|Presently|Somewhere|Nobody|Nothing|Everybody|Everyone|Poor|Young|Dear|Good|Since|Whatever|Whenever|Wherever|Though|Although|Unless|Both|Each|Every|Either|Neither|Ask|Asks|Says|Yes|No)$/;

/**
 * The people in the scene, as a listener can tell: a name that occurs inside a sentence and either acts or speaks. A
 * name that only opens sentences may be any word.
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
      // "The Ring curves up" is a place; "the Contessa says" is a person.
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

const word = /[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu;

/** Not the list of `text`: another list would change what the cast plays for a seed. */
const emptyWords = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could did do does down for from get go goes
  had has have he her here him his how i if in into is it its just let like may me might more most much must my no not now of off on once one
  only or other our out over own say says she should so some such than that the their them then there these they thing this those through to
  too try under until up us very want wants was we were what when where which while who whom whose why will with would you your yes yet`.split(
    /\s+/,
  ),
);

/** The words that carry meaning, without their endings, in order. */
export const contentWords = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? [])
    .map((found) => found.replace(/'.*$/, ""))
    .filter((found) => found.length > 1 && !emptyWords.has(found))
    .map(stem);

/** Crude on purpose: "footprints" must meet "footprint", and "opening" must meet "open"; nothing else depends on it. */
function stem(found: string): string {
  if (found.length > 5 && found.endsWith("ing")) return found.slice(0, -3);
  if (found.length > 4 && found.endsWith("ed")) return found.slice(0, -2);
  if (found.length > 3 && found.endsWith("s") && !found.endsWith("ss")) return found.slice(0, -1);
  return found;
}

/** Common things in stories: each can be pointed at, walked up to and touched. No people, places or weather. */
const objects = new Set(
  `altar anchor antenna anvil apple apron arch armband armchair arrow axe axle badge bag banister banner barrel barrow basin basket battery
  beacon bead beam bed bell belt bench berth bicycle biscuit blackboard blade blanket blind blotter board boat boiler bolster bolt bone bonnet book boot
  bottle boulder bowl box bracelet bracket brake branch brazier bread breaker brick bridge brooch broom brush bucket buckle bulb bulkhead bun bunk
  bus button cabinet cable cage cake calendar candle candlestick cane canoe cap capsule car card carpet carriage cart case cask casket cello
  certificate chain chair chalk chandelier chart checklist cheese chessboard chest chimney churn cigar cistern clapper clasp clip cloak clock cloth coat coffin
  coin collar comb compass console cord cork corkscrew couch counter crane crank crate cross crowbar crown cup cupboard curb curtain
  cushion dagger deckchair desk diary dial dish doll door doorbell doorframe dory drain drawbridge drawer dress drill drum easel egg
  ember engine envelope fan feather fence fiddle figurehead file fireplace flag flap flare flask flowerpot flute folder font footprint fork fountain
  frame frieze fuse gate gauge gavel glass globe glove goblet gong grate grave gravestone grille gun gutter hairpin halter hammer hammock
  handbell handkerchief handle handrail harmonica harness hat hatch hatpin headstone hearth hedge helmet hinge hood hook hoop horn hourglass   idol inkwell jacket jar journal jug kettle key keyhole kiln kite knife knob knocker knot label ladder ladle lamp lamppost lantern latch
  leaflet ledge ledger lens letter lever lid lifeboat lock locker locket locomotive loom lorry luggage machine magneto mallet manuscript map
  marrow mask mast mat medal memorial microscope milestone mirror mitten monument motor mug nail napkin necklace needle nest net newspaper niche note
  notebook notice oar orb organ ornament oven padlock page pail painting pan panel paper parcel peg pen pencil pendant pendulum perambulator
  photograph piano picture pier pillar pillow pin pipe pistol piston plank plaque plate playbill plough plug pocket poker porthole
  portrait post poster pot pouch pram printer propeller pulley pulpit pump punt puppet purse quill quilt rack radio radiator raft rail railing rake
  razor reactor receiver register revolver ribbon rifle ring robe rocket rope rosette rudder rug ruler sack saddle sail satchel saucer   scabbard scale scarecrow scarf scoop screen screw scroll seal seat sextant shawl sheet shelf shell shield shoe shovel shrine shutter sign
  signpost sill skull slate sledge sleeve slide slipper sock sofa spade spear spoon stair staircase stall stamp statue stick
  stone stool stopper stove strap straw string suit suitcase switch sword table tablecloth tablet tag tank tap tape tapestry tarpaulin tassel teacup teapot
  teaspoon telegram telephone telescope tent tether thermos thimble throne ticket tile timer timetable tin toboggan token tombstone torch towel
  toy tractor transmitter trapdoor tray tree tricycle trolley trophy trumpet trunk tuba turbine turban turntable tusk typewriter umbrella
  urn valve van vane vase veil vent violin visor wagon waistcoat wallet wardrobe washstand watch weathervane well wellstone wheel wheelbarrow
  wheelchair whistle wick winch windlass window wire wreath wrench`.split(/\s+/),
);

/** Compound names end in these: a bookcase, a tally-cord, a fire-axe. */
const endings =
  /(?:-[a-z]+|boat|book|bell|bowl|card|case|chair|chest|cloth|coat|door|glass|hook|knob|lamp|lantern|mirror|pipe|plate|stick|stone|wheel|window)$/;

/** Is this the name of a single tangible thing? */
function isObject(word: string): boolean {
  if (objects.has(word)) return true;
  const ending = endings.exec(word)?.[0];
  return ending !== undefined && ending !== word && objects.has(ending.replace(/^-/, ""));
}
