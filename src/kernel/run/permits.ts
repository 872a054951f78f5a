import { realPath } from "../store/index.ts";
/**
 * A stored session may name a module, which is code, or an address. Whoever sent the folder chose it. So nothing outside
 * of the harness is loaded or called unless the person who runs the command named it, or agrees when asked.
 */
import { resolve } from "node:path";
import type { Settings } from "../../contract/index.ts";
import { HarnessError } from "../errors/index.ts";
import { isOutside } from "../models/index.ts";

/** A narrator outside of the harness: its name, and the address or the existing file that stands behind it. */
type Outside = { name: string; place: string };

export type Permits = {
  /** Places that the person who runs the command has named. */
  allow(places: readonly (string | undefined)[]): void;
  /** The address, or the file with its links resolved. Throws "narrator-not-allowed". */
  permit(outside: Outside): Promise<string>;
  /** Permitted places in use that the settings do not name: the next command needs them again. */
  inUse(): string[];
};

/** Asks a person. Undefined: nobody can be asked. */
export type Confirm = (asked: Outside & { real: string }) => Promise<boolean | undefined>;

export function createPermits({ settings, confirm }: { settings: Settings; confirm?: Confirm }): Permits {
  const configured = placesIn(settings).map(fixed);
  const named: string[] = [];
  const inUse = new Set<string>();
  const answers = new Map<string, Promise<boolean | undefined>>();
  // Links are resolved at each use: what is compared is what will be loaded.
  const among = (places: readonly string[], real: string) =>
    places.some((place) => realPlace(place) === real);

  return {
    allow: (places) => void named.push(...places.filter((place) => place !== undefined).map(fixed)),
    async permit({ name, place }) {
      const real = realPlace(place);
      if (real === undefined) throw notThere(name, place);
      if (among(configured, real)) return real;
      if (!among(named, real)) {
        const answer = answers.get(real) ?? Promise.resolve(confirm?.({ name, place, real }));
        answers.set(real, answer);
        if (!(await answer)) throw notAllowed({ name, place });
      }
      inUse.add(place);
      return real;
    },
    inUse: () => [...inUse],
  };
}

export const isAddress = (place: string): boolean => /^https?:/i.test(place);

/** A relative path is meant from where the process stands when it is named. */
const fixed = (place: string): string => (isAddress(place) ? place : resolve(place));

/** One spelling for each place; undefined where there is nothing. */
function realPlace(place: string): string | undefined {
  if (isAddress(place)) return URL.parse(place)?.href;
  try {
    return realPath(place);
  } catch {
    return undefined;
  }
}

/** What the user's own settings name. */
const placesIn = ({ models, roles }: Settings): string[] => [
  ...Object.entries(models).flatMap(([name, { provider, id }]) =>
    provider === "outside" && id !== undefined ? [id] : isOutside(name) ? [name] : [],
  ),
  ...Object.values(roles).filter((name) => name !== undefined && isOutside(name)),
];

const notThere = (name: string, place: string) =>
  new HarnessError({
    code: "no-narrator",
    message: `The narrator ${name} is not at ${place}.`,
    remedy: "Check the path or the address.",
  });

function notAllowed({ name, place }: Outside): HarnessError {
  const [what, done, warning] = isAddress(place)
    ? ["an address", "called", ""]
    : ["a module", "loaded", " A module runs with your permissions."];
  return new HarnessError({
    code: "narrator-not-allowed",
    message: `The stored folder names ${what} as its narrator: ${place}${name === place ? "" : ` (${name})`}. Neither the command line nor the settings allow it, so it was not ${done}.`,
    remedy: `If you trust it, add --allow-narrator ${shellWord(place)}.${warning}`,
  });
}

/** The path is the sender's choice, and the remedy is made to be copied into a shell. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
