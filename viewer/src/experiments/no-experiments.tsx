import { useQuery } from "@tanstack/react-query";
import type { ExperimentKind, SessionPage } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import { Link } from "wouter";
import { exported } from "../exported/index.ts";
import { Command, Empty } from "../ui/index.ts";
import { abCommand, bisectCommand } from "./first-commands.ts";

const kinds: Record<ExperimentKind, string> = { matrix: "matrices", ab: "A/B tests", bisect: "bisections" };

/** Commands that work as printed: on a session of the workspace, or the one that plays such a session. */
export function NoExperiments({ kind }: { kind: ExperimentKind | undefined }) {
  const sessions = useQuery({
    queryKey: ["sessions", "for the first experiment"],
    queryFn: ({ signal }) => getJson<SessionPage>("/api/sessions", { limit: 50 }, signal),
  });
  const cards = sessions.data?.sessions ?? [];
  const shows = (one: ExperimentKind) => kind === undefined || kind === one;
  return (
    <Empty title={`No ${kind === undefined ? "experiments" : kinds[kind]} yet`}>
      {!exported && kind !== "bisect" && (
        <p>
          <Link className="button primary" href={`/start?kind=${kind ?? "matrix"}`}>
            New run
          </Link>
        </p>
      )}
      {shows("matrix") && (
        <>
          <p>A matrix plays every story with every prompt and narrator. This one needs no key:</p>
          <Command>rehearse matrix --preset smoke --narrator house</Command>
        </>
      )}
      {shows("ab") && (
        <First
          does="An A/B test replays a turn of a session in pairs, with and without a change"
          {...abCommand(cards)}
        />
      )}
      {shows("bisect") && (
        <First
          does="A bisection finds the turn after which a session no longer recovers"
          {...bisectCommand(cards)}
        />
      )}
    </Empty>
  );
}

const First = ({ does, command, isReady }: { does: string; command: string; isReady: boolean }) => (
  <>
    <p>{isReady ? `${does}:` : `${does}. First play one; this needs no key:`}</p>
    <Command>{command}</Command>
  </>
);
