/**
 * A stored session may name a module, which is code, or an address, and the sender of the folder chose it. So nothing
 * external is loaded or called unless the user of the command named it, or agrees when asked. Only the label of an
 * address is stored: the user names it again, with its key.
 */
import { resolve } from "node:path";
import type { Settings } from "../../contract/index.ts";
import { addressLabel, hasKey, isAddress, keepAddressOut, withoutKey } from "../addresses/index.ts";
import { HarnessError, optionText } from "../errors/index.ts";
import { isOutside } from "../models/index.ts";
import { realPath } from "../store/index.ts";

/** An external narrator: its name, and the label of the address or the existing file behind it. */
type Outside = { name: string; place: string };

export type Permits = {
  /** Places that the user of the command has named. */
  allow(places: readonly (string | undefined)[]): void;
  /**
   * The address with its key, or the file with its links resolved. `keyed`: the address had a key when the run was
   * planned. Throws "not-allowed" or "narrator-key-missing".
   */
  permit(outside: Outside & { keyed?: boolean | undefined }): Promise<string>;
  /** Whether the user named an address with a key for this label. */
  hasKey(outside: Outside): boolean;
  /** Permitted places in use that the settings do not name: the next command needs them too. */
  inUse(): string[];
};

/** Asks the user. Undefined: not interactive. */
export type Confirm = (asked: Outside & { real: string }) => Promise<boolean | undefined>;

export function createPermits({
  settings,
  confirm,
  onlySettings = false,
}: {
  settings: Settings;
  confirm?: Confirm;
  /** The caller may be misled by what it reads: what it names is not permitted by that. */
  onlySettings?: boolean | undefined;
}): Permits {
  const configured = placesIn(settings);
  for (const { place } of configured) keepAddressOut(place);
  const named: Outside[] = [];
  const inUse = new Set<string>();
  const answers = new Map<string, Promise<boolean | undefined>>();
  /** What the user named for it. Two entries of the settings may differ only in their query, so its name comes first. */
  const namedFor = ({ name, place }: Outside): Outside | undefined => {
    // Links are resolved at each use, so that the compared file is the loaded one.
    const real = realPlace(place);
    const found = [...named, ...configured].filter((one) => realPlace(one.place) === real);
    const own = found.filter((one) => one.name === name);
    const choice = own.length > 0 ? own : found;
    return choice.find((one) => hasKey(one.place)) ?? choice[0];
  };

  return {
    allow(places) {
      for (const place of places) {
        if (place === undefined || onlySettings) continue;
        const given = placeNamed(place);
        const rival = named.find(({ name, place }) => name === given.name && hasKey(place));
        if (rival && hasKey(given.place) && rival.place !== given.place) throw twoKeys(rival.name);
        keepAddressOut(given.place);
        named.push(given);
      }
    },
    async permit({ keyed = false, ...outside }) {
      const { name, place } = outside;
      const real = realPlace(place);
      if (real === undefined) throw notThere(name, place);
      const given = namedFor(outside);
      if (keyed && !(given && hasKey(given.place))) throw keyMissing(place);
      if (!given) {
        const answer = answers.get(real) ?? Promise.resolve(confirm?.({ ...outside, real }));
        answers.set(real, answer);
        if (!(await answer)) throw onlySettings ? notInSettings(outside) : notAllowed(outside);
      }
      if (!given || !configured.includes(given)) inUse.add(place);
      return given && isAddress(real) ? given.place : real;
    },
    hasKey: (outside) => hasKey(namedFor(outside)?.place ?? ""),
    inUse: () => [...inUse],
  };
}

/** A relative path is relative to the working folder at the time it is named. */
const placeNamed = (place: string): Outside =>
  isAddress(place) ? { name: addressLabel(place), place } : { name: place, place: resolve(place) };

/** One spelling for each place; undefined: nothing there. */
function realPlace(place: string): string | undefined {
  if (isAddress(place)) return URL.parse(addressLabel(place))?.href;
  try {
    return realPath(place);
  } catch {
    return undefined;
  }
}

/** What the user's own settings name. */
const placesIn = ({ models, roles }: Settings): Outside[] => [
  ...Object.entries(models).flatMap(([name, { provider, id }]) =>
    provider === "outside" && id !== undefined
      ? [{ ...placeNamed(id), name }]
      : isOutside(name)
        ? [placeNamed(name)]
        : [],
  ),
  ...Object.values(roles)
    .filter((name) => name !== undefined && isOutside(name))
    .map(placeNamed),
];

const notThere = (name: string, place: string) =>
  new HarnessError({
    code: "not-found",
    message: `The narrator ${withoutKey(name)} is not at ${withoutKey(place)}.`,
    remedy: "Check the path or the address.",
  });

const twoKeys = (label: string) =>
  new HarnessError({
    code: "bad-combination",
    message: `Two narrators have the address ${label} and differ only in their query, user or password.`,
    remedy:
      'These are never stored. Give each a name of its own in the settings: models: { first: { provider: "outside", id: "http://…" } }.',
  });

const keyMissing = (label: string) =>
  new HarnessError({
    code: "narrator-key-missing",
    option: "allowNarrator",
    message: `The address of the narrator ${label} had a query, a user or a password. These are never stored.`,
    remedy: `Name the whole address again: ${optionText("allowNarrator", `${label}?…`)}, or set it in the settings. \`replay\` also takes ${optionText("narrator")}.`,
  });

const notInSettings = ({ place }: Outside): HarnessError =>
  new HarnessError({
    code: "not-allowed",
    option: "narrator",
    message: `The narrator ${place} is ${isAddress(place) ? "an address" : "a module"} that the settings do not name, so it was not used.`,
    remedy: `Only its owner can allow it, in rehearse.config.ts: models: { mine: { provider: "outside", id: ${JSON.stringify(place)} } }.`,
  });

function notAllowed({ name, place }: Outside): HarnessError {
  const [what, done, warning] = isAddress(place)
    ? ["an address", "called", ""]
    : ["a module", "loaded", " A module runs with your permissions."];
  return new HarnessError({
    code: "not-allowed",
    option: "allowNarrator",
    message: `The stored folder names ${what} as its narrator: ${place}${name === place ? "" : ` (${name})`}. Neither the command line nor the settings allow it, so it was not ${done}.`,
    remedy: `If you trust it, add ${optionText("allowNarrator", place)}.${warning}`,
  });
}
