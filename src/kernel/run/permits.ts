/**
 * A stored session may name a module, which is code, or an address, and the sender of the folder chose it. So nothing
 * external is loaded or called unless the user of the command named it.
 */
import { resolve } from "node:path";
import type { Settings } from "../../contract/index.ts";
import { isAddress, requireBareAddress } from "../addresses/index.ts";
import { HarnessError, optionText } from "../errors/index.ts";
import { isOutside } from "../models/index.ts";
import { realPath } from "../store/index.ts";

/** An external narrator: its name, and the address or the existing file behind it. */
type Outside = { name: string; place: string };

export type Permits = {
  /** Places that the user of the command has named. */
  allow(places: readonly (string | undefined)[]): void;
  /** The address, or the file with its links resolved. Throws "not-allowed". */
  permit(outside: Outside): Promise<string>;
  /** Permitted places in use that the settings do not name: the next command needs them too. */
  inUse(): string[];
};

export function createPermits({
  settings,
  onlySettings = false,
}: {
  settings: Settings;
  /** The caller may be misled by what it reads: what it names is not permitted by that. */
  onlySettings?: boolean | undefined;
}): Permits {
  const configured = placesIn(settings);
  const named: string[] = [];
  const inUse = new Set<string>();
  // Links are resolved at each use, so that the compared file is the loaded one.
  const holds = (places: readonly string[], real: string) => places.some((one) => realPlace(one) === real);
  return {
    allow(places) {
      if (!onlySettings) named.push(...places.filter((place) => place !== undefined).map(placeNamed));
    },
    async permit(outside) {
      const { name, place } = outside;
      const real = realPlace(place);
      if (real === undefined) throw notThere(name, place);
      if (holds(configured, real)) return real;
      if (!holds(named, real)) throw onlySettings ? notInSettings(outside) : notAllowed(outside);
      inUse.add(place);
      return real;
    },
    inUse: () => [...inUse],
  };
}

/** A relative path is relative to the working folder at the time it is named. */
const placeNamed = (place: string): string => (isAddress(place) ? requireBareAddress(place) : resolve(place));

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
const placesIn = ({ models, roles }: Settings): string[] =>
  [
    ...Object.entries(models).map(([name, { provider, id }]) =>
      provider === "outside" ? (id ?? name) : name,
    ),
    ...Object.values(roles).filter((name) => name !== undefined),
  ]
    .filter(isOutside)
    .map(placeNamed);

const notThere = (name: string, place: string) =>
  new HarnessError({
    code: "not-found",
    message: `The narrator ${name} is not at ${place}.`,
    remedy: "Check the path or the address.",
  });

const notInSettings = ({ place }: Outside): HarnessError =>
  new HarnessError({
    code: "not-allowed",
    option: "narrator",
    message: `The narrator ${place} is ${isAddress(place) ? "an address" : "a module"} that the settings do not name, so it was not used.`,
    remedy: `Only the owner of the settings can allow it, in rehearse.config.ts: models: { mine: { provider: "outside", id: ${JSON.stringify(place)} } }.`,
  });

function notAllowed({ name, place }: Outside): HarnessError {
  const called = name === place ? place : `${name} (${place})`;
  const [what, done, warning] = isAddress(place)
    ? ["an address", "called", ""]
    : ["a module", "loaded", " A module runs with your permissions."];
  return new HarnessError({
    code: "not-allowed",
    option: "allowNarrator",
    message:
      `The narrator ${called} is ${what}. ` +
      `Neither the command line nor the settings allow it, so it was not ${done}.`,
    remedy: `If you trust it, add ${optionText("allowNarrator", place)}.${warning}`,
  });
}
