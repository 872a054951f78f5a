import { dirname, resolve } from "node:path";
import type { Pinned, Settings } from "../../contract/index.ts";
import { UnpricedBudgetError } from "../budget/index.ts";
import { systemClock, type Clock } from "../clock/index.ts";
import {
  createCasting,
  createCatalog,
  createLimiter,
  createModelSource,
  isProvider,
  keysPresent,
  openAnswerCache,
  plainMember,
  requireKeys,
  type Casting,
  type Catalog,
  type HasOption,
  type HouseMember,
  type Needed,
  type ProviderId,
  type ResolvedModel,
  type RetryNews,
} from "../models/index.ts";
import { shellWord } from "../errors/index.ts";
import { redact } from "../secrets/index.ts";
import { chosenBy, type Connected, type ResolvedSettings, type SettingOrigin } from "../settings/index.ts";
import { divideLimits, requireDivisible } from "./divide-limits.ts";
import { createFunctions, type Functions } from "./functions.ts";
import { pinnedNotes, pinOf, requireAddresses, withPinned } from "./pin.ts";
import { openRun, type OpenRunOptions, type Run } from "./open-run.ts";
import { openRecordings, type Recordings } from "./recordings.ts";
import { createPermits, type Permits } from "./permits.ts";

/** Shared by the runs of one process: catalog, providers, limits, cached answers. */
export type Harness = {
  readonly catalog: Catalog;
  readonly casting: Casting;
  readonly clock: Clock;
  readonly settings: Settings;
  /** What it was opened with, and where each setting comes from. */
  readonly config: HarnessConfig;
  /** Which modules and addresses may be used as narrators. */
  readonly permits: Permits;
  /** Functions of the calling program, which may be narrators or targets. */
  readonly functions: Functions;
  /** Recorded answers to replay, and what is being recorded. */
  readonly recordings: Recordings;
  /**
   * The providers that can be called now: a key is set, or a local server is configured. With a recording, those it was
   * made with.
   */
  readonly keys: readonly ProviderId[];
  /** A variable of the environment. */
  variable(name: string): string | undefined;
  /** How to call Rehearse, in commands that reports print: with the settings file that --config named. */
  readonly command: string;
  /** The folder of the user's own stories and prompts: that of the settings file, or the current one. */
  readonly workspace: string;
  /** Texts are read and branches are written below it. Undefined: anywhere. */
  readonly within: string | undefined;
  /** How the pinned settings differ from the current ones. */
  readonly notes: readonly string[];
  /** A provider's address, if it is not the default. */
  addressOf(provider: ProviderId): string | undefined;
  /** Names a setting and where it was set, for errors. */
  readonly origin: SettingOrigin;
  /** ` (roles.judge in rehearse.config.ts)` if a setting chose the model for its role, for errors. */
  chosenBy(needed: Needed): string;
  /** The settings that a new run with these models keeps. */
  pin(models: readonly ResolvedModel[]): Pinned;
  /** Labels that have answered something in this process. */
  readonly heard: ReadonlySet<string>;
  /** Everything known to be missing before the first call: keys, and prices if there is a budget. */
  requireReady(cast: readonly Needed[], budget?: number): void;
  /** Locks a folder and opens its journal. A stopped run resumes in the same folder. */
  openRun(dir: string, options?: OpenRunOptions): Promise<Run>;
  /** One with other settings, and the same permits and limits. It allows no further narrators. Close it by itself. */
  with(changes: Partial<HarnessOptions>): Harness;
  close(): Promise<void>;
};

export type HarnessConfig = Connected & {
  settings: Settings;
  /** Absent: the default. */
  sources: Partial<ResolvedSettings["sources"]>;
};

export type HarnessOptions = Omit<HarnessConfig, "sources"> & {
  sources?: HarnessConfig["sources"];
  house?: readonly HouseMember[];
  clock?: Clock;
  /** Called before each pause after a failed attempt. */
  onRetry?: (news: RetryNews) => void;
  /** Permits only narrators that the settings name, not those that the caller names, and only texts of the workspace. */
  onlySettings?: boolean | undefined;
  /** Whether the running operation has an option: errors about keys suggest only those. Default: all. */
  has?: HasOption;
  /** The base folder of relative folders in the settings. */
  cwd?: string;
  pinned?: Pinned;
  /** The settings file, if one was named. */
  named?: string;
  /** Default: the folder of the named settings file, or the current one. */
  workspace?: string;
  /** Closed with the harness. */
  recordings?: Recordings;
  /** `rehearse`, `npx rehearse`, or the path of a clone's launcher. */
  command?: string;
  /** The number of processes that keep the limits together. Default: 1. */
  shards?: number | undefined;
};

/** Enough to keep a provider busy, few enough for its lowest plan. */
const USUAL_CONCURRENCY = 8;

export function createHarness(options: HarnessOptions): Harness {
  const { settings, onlySettings } = options;
  return openHarness(options, {
    permits: createPermits({ settings, onlySettings }),
    functions: createFunctions(),
    limiters: new Map(),
  });
}

/** What a harness and those made from it have in common. */
type Shared = Pick<Harness, "permits" | "functions"> & {
  /** By their limits: runs with the same limits keep them together, others keep their own. */
  limiters: Map<string, ReturnType<typeof createLimiter>>;
};

function openHarness(options: HarnessOptions, { permits, functions, limiters }: Shared): Harness {
  const {
    settings: given,
    sources = {},
    connections,
    oneKey,
    house = [plainMember],
    clock = systemClock,
    cwd = ".",
    onRetry,
    has,
    pinned,
    named,
    workspace = named === undefined ? cwd : dirname(resolve(cwd, named)),
    recordings = openRecordings(clock),
    command = "rehearse",
    shards = 1,
    onlySettings = false,
    variable = () => undefined,
    origin,
  } = options;
  const addressOf = (provider: ProviderId) => {
    const address = connections[provider]?.baseURL;
    return address === undefined ? undefined : redact(address);
  };
  if (pinned) requireAddresses(pinned, { addressOf, origin });
  const settings = pinned ? withPinned(given, pinned) : given;
  // A limit may be the stored run's own.
  requireDivisible(settings.limits, { shards, origin: pinned ? (...path) => path.join(".") : origin });
  const today = {
    models: settings.models,
    via: settings.via,
    houseMembers: house.map(({ name }) => name),
    origin,
    chosenBy: (model: string) => chosenBy(model, { settings, origin }),
  };
  const catalog = createCatalog({ ...today, pinned: pinned?.models });
  const casting = createCasting({ catalog, roles: settings.roles, oneKey });
  const models = createModelSource({ connections, house });
  const limitsKey = JSON.stringify([settings.limits, shards]);
  const limiter =
    limiters.get(limitsKey) ??
    createLimiter({
      clock,
      limits: (name) =>
        divideLimits(
          {
            ...(name === "house" || name.includes("/") ? {} : { concurrency: USUAL_CONCURRENCY }),
            ...settings.limits[name],
          },
          shards,
        ),
    });
  limiters.set(limitsKey, limiter);
  const heard = new Set<string>();
  const answers = openAnswerCache(resolve(cwd, settings.cacheDir));

  return {
    catalog,
    casting,
    clock,
    settings,
    config: { ...options, sources },
    permits,
    functions,
    recordings,
    variable,
    command: named === undefined ? command : `${command} --config=${shellWord(named)}`,
    workspace,
    within: onlySettings ? resolve(workspace) : undefined,
    notes: pinned ? pinnedNotes(pinned, createCatalog(today)) : [],
    addressOf,
    origin,
    chosenBy({ role, model }) {
      const setting = chosenBy(model.name, { settings, origin, role });
      return setting === undefined ? "" : ` (${setting})`;
    },
    pin: (models) => pinOf(models, { settings, addressOf }),
    heard,
    keys: recordings.manifest
      ? recordings.manifest.providers.filter(isProvider)
      : [
          ...keysPresent(connections),
          ...(connections.local?.baseURL === undefined ? [] : ["local" as const]),
        ],
    requireReady(cast, budget = settings.budget) {
      if (recordings.offline) return;
      requireKeys(cast, {
        connections,
        has,
        keepsModels: pinned !== undefined,
        oneKey: settings.oneKey === true,
        origin,
        chosenBy: ({ role, model }) => chosenBy(model.name, { settings, origin, role }),
      });
      const unpriced = cast
        .filter(({ model }) => model.price === undefined && model.provider !== "outside")
        .map(({ model }) => model.name);
      if (budget !== undefined && unpriced.length > 0)
        throw new UnpricedBudgetError({
          models: [...new Set(unpriced)],
          setting: budget === settings.budget ? origin("budget") : undefined,
        });
    },
    openRun: (dir, options) =>
      openRun(dir, {
        shared: {
          settings,
          models,
          limiter,
          answers,
          clock,
          onRetry,
          heard,
          addressOf: (provider) => connections[provider]?.baseURL,
          origin,
          keyOf: (provider) => connections[provider]?.keyFrom,
          recordings,
        },
        ...options,
      }),
    with: (changes) =>
      openHarness(
        { ...options, recordings: undefined, ...changes },
        {
          permits: { ...permits, allow: () => {} },
          functions,
          limiters,
        },
      ),
    async close() {
      await recordings.close();
    },
  };
}
