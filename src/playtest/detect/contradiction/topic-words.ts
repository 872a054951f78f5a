/** Words without one of which a rule has nothing to go by. */
import { NUMBERS } from "./number-words.ts";

/** What can be locked or open. */
export const HEADS: readonly string[] =
  "door gate hatch chest drawer trapdoor vault safe cabinet cupboard coffin airlock bulkhead portcullis cell locker strongbox casket wardrobe".split(
    " ",
  );
export const DOORS: readonly string[] = HEADS.flatMap((head) => [head, `${head}s`, `${head}es`]);

/** Parts that somebody by name plays. */
export const PARTS: readonly string[] =
  `innkeeper barkeep bartender barman captain priest vicar pastor keeper mayor sheriff constable doctor surgeon nurse driver clerk librarian curator
  blacksmith baker butcher teacher schoolteacher ferryman fisherman gravedigger housekeeper butler cook gardener foreman engineer pilot navigator
  quartermaster commander king queen duke duchess baron wizard witch apothecary merchant shopkeeper banker journalist detective inspector warden
  caretaker undertaker organist widow landlady landlord owner abbot abbess steward`.split(/\s+/);

export const COUNTING: readonly string[] = NUMBERS.slice(2);

/** Day or night. */
export const LIGHT: readonly string[] =
  "night midnight nighttime moon moonlight starlight stars day daytime noon midday daylight sun sunlight".split(
    " ",
  );

export const DEATH: readonly string[] = ["dead", "dies", "died", "killed", "murdered"];
