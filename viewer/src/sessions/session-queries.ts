import { useEffect } from "react";
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import type {
  ExperimentCard,
  ExperimentPage,
  OriginPage,
  SessionCard,
  SessionPage,
} from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import type { Under } from "./list-rows.ts";
import type { Filters } from "./session-filters.tsx";

const PAGE = 100;
/** While the server reads the sessions for the first time, the list grows. */
const GROWING_MS = 1_000;

type Page = OriginPage | SessionPage;

/** All sessions in one list, or each under its origin. */
export function useSessionPages<Kind extends "origins" | "sessions">(
  kind: Kind,
  { view: _view, ...asked }: Filters & { /** Own sessions before those of experiments. */ first?: "own" },
) {
  return useInfiniteQuery({
    queryKey: ["sessions", kind, asked],
    queryFn: ({ pageParam, signal }) =>
      getJson<Kind extends "origins" ? OriginPage : SessionPage>(
        `/api/${kind}`,
        { ...asked, ...(!exported && { partial: "true" }), cursor: pageParam, limit: PAGE },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ reading }: Page) => reading) ? GROWING_MS : false,
  });
}

/** More sessions under one row would be hard to survey; the experiment's page has all of them. */
const MOST_UNDER = 1_000;
const PAGE_UNDER = 200;

export function useSessionsUnder(
  keys: readonly string[],
  { view: _view, ...asked }: Filters,
): (key: string) => Under {
  const found = useQueries({
    queries: keys.map((origin) => ({
      queryKey: ["sessions", "under", origin, asked],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchUnder({ ...asked, origin }, signal),
      placeholderData: keepPreviousData,
    })),
  });
  return (key) => {
    const { data, error } = found[keys.indexOf(key)] ?? {};
    return data ?? (error ? { problem: error.message } : undefined);
  };
}

async function fetchUnder(asked: Filters & { origin: string }, signal: AbortSignal): Promise<Under> {
  const sessions: SessionCard[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await getJson<SessionPage>("/api/sessions", { ...asked, cursor, limit: PAGE_UNDER }, signal);
    sessions.push(...page.sessions);
    cursor = page.next ?? undefined;
    if (cursor === undefined || sessions.length >= MOST_UNDER)
      return { sessions, total: page.total, varies: page.varies };
  }
}

/** The verdicts of experiments come after their rows: working them out may take a while. */
export function useVerdicts(wanted: boolean): ReadonlyMap<string, ExperimentCard> {
  const { data } = useQuery({
    queryKey: ["experiments", "verdicts"],
    queryFn: ({ signal }) => getJson<ExperimentPage>("/api/experiments", { limit: 100 }, signal),
    select: ({ experiments }) => new Map(experiments.map((each) => [`${each.kind} ${each.id}`, each])),
    enabled: wanted && !exported,
  });
  return data ?? none;
}
const none: ReadonlyMap<string, ExperimentCard> = new Map();

/** The open rows when the list was last on the screen. */
let lastOpen: readonly string[] = [];

/** The open rows, in the address, so that going back finds them open; so does the navigation. */
export function useOpenRows(): { open: ReadonlySet<string>; toggle: (key: string) => void } {
  const [params, setParams] = useSearchParams();
  const keys = params.getAll("open");
  const open = new Set(keys);
  const put = (next: (before: ReadonlySet<string>) => Iterable<string>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("open");
        for (const each of next(new Set(before.getAll("open")))) after.append("open", each);
        return after;
      },
      { replace: true },
    );
  useEffect(() => {
    if (keys.length === 0 && lastOpen.length > 0) put(() => lastOpen);
    else lastOpen = keys;
    // Only on arrival.
  }, []);
  const toggle = (key: string) =>
    put((before) => {
      lastOpen = [...before.symmetricDifference(new Set([key]))];
      return lastOpen;
    });
  return { open, toggle };
}
