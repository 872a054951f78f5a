import { realPath } from "../store/index.ts";
/**
 * A stored session may name a module, which is code, or an address, and the sender of the folder chose it. So nothing
 * external is loaded or called unless the user of the command named it, or agrees when asked.
 */
import { resolve } from "node:path";
import type { Settings } from "../../contract/index.ts";
import { HarnessError } from "../errors/index.ts";
import { isOutside } from "../models/index.ts";

/** An external narrator: its name, and the address or existing file behind it. */
type Outside = { name: string; place: string };

export type Permits = {
  /** Places that the user of the command has named. */
  allow(places: readonly (string | undefined)[]): void;
  /** The address, or the file with its links resolved. Throws "narrator-not-allowed". */
  permit(outside: Outside): Promise<string>;
  /** Permitted places in use that the settings do not name: the next command needs them too. */
  inUse(): string[];
};

/** Asks the user. Undefined: not interactive. */
export type Confirm = (asked: Outside & { real: string }) => Promise<boolean | undefined>;

export function createPermits({ settings, confirm }: { settings: Settings; confirm?: Confirm }): Permits {
  const configured = placesIn(settings).map(fixed);
  const named: string[] = [];
  const inUse = new Set<string>();
  const answers = new Map<string, Promise<boolean | undefined>>();
  // Links are resolved at each use, so that the compared file is the loaded one.
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

/** A relative path is relative to the working folder at the time it is named. */
const fixed = (place: string): string => (isAddress(place) ? place : resolve(place));

/** One spelling for each place; undefined: nothing there. */
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

/** The sender chose the path, and the remedy is meant to be copied into a shell. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
