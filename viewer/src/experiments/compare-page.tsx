import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import type { ComparisonView } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import { branchName, changeWords, editLink, editWords } from "../replay/index.ts";
import "../session/transcript/transcript.css";
import "../session/transcript/notes.css";
import { Badge, Empty, Loading, outcomeWords, Problem, useTitle } from "../ui/index.ts";
import { Differences } from "../verdict/index.ts";
import { letter } from "./compare-link.ts";
import { experimentPath } from "./experiment-queries.ts";
import { ExperimentFrame } from "./experiment-page.tsx";
import { SideBySide } from "./side-by-side.tsx";

/** Sessions or branches side by side: what differs, and where they diverge. */
export function ComparePage() {
  const [params] = useSearchParams();
  const sessions = params.getAll("sessions").slice(0, 2);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["compare", sessions],
    queryFn: ({ signal }) => getJson<ComparisonView>("/api/compare", { sessions }, signal),
    enabled: sessions.length > 1,
  });
  const test = testOf(sessions);
  const title = data ? titleOf(data) : "Compare";
  useTitle(title);
  if (sessions.length < 2)
    return (
      <Empty as="h1" title="Select sessions to compare">
        <p>
          Select two in <Link href="/sessions">the list of sessions</Link>, or among the branches of one
          session. The second is compared with the first.
        </p>
      </Empty>
    );
  if (isPending) return <Loading what="the comparison" />;
  if (!data) return <Problem as="h1" error={error} onRetry={() => void refetch()} />;
  return (
    <ExperimentFrame
      title={title}
      crumbs={
        <>
          <Link href={test === undefined ? "/sessions" : experimentPath("ab", test)}>
            {test === undefined ? "Sessions" : "A/B test"}
          </Link>{" "}
          <span className="muted">/ Compare</span>
        </>
      }
      verdict={data.verdict}
      progress={<Compared view={data} />}
    >
      <BackToEditor view={data} issue={params.get("issue")} />
      <Differences texts={data.differs.texts} names={data.sessions.map((_, at) => letter(at))} />
      <SideBySide view={data} />
    </ExperimentFrame>
  );
}

/** The A/B test that both are replays of, from their ids: `ab~TEST~0003-b`. */
function testOf(sessions: readonly string[]): string | undefined {
  const [one, other] = sessions.map((id) => /^ab~([^~]+)~/.exec(id)?.[1]);
  return one === other ? one?.replaceAll("=7E", "~").replaceAll("=3D", "=") : undefined;
}

/** What was changed, if one branch is compared with its parent; else the first setting that differs, or the sessions. */
function titleOf({ sessions, differs }: ComparisonView): string {
  const [first, second] = sessions;
  const origin = second?.branchedFrom;
  if (origin && first?.id === origin.sessionId && origin.changed.length > 0)
    return `${changeWords(origin.changed)}, after turn ${origin.turn}`;
  const named = ["prompt", "narrator", "story"].find((name) => differs.values[name]);
  return (named ? differs.values[named]! : sessions.map(({ id }) => id)).join(" against ");
}

/** Which sessions are compared, and where they diverge. */
const Compared = ({ view: { sessions, firstDifference } }: { view: ComparisonView }) => (
  <header className="compare-head">
    <ul>
      {sessions.map(({ id, outcome, branchedFrom }, at) => (
        <li key={id}>
          <b className={`arm-mark arm-${at}`}>{letter(at)}</b>
          <Link href={`/sessions/${encodeURIComponent(id)}`}>
            {branchedFrom
              ? `branch of ${branchedFrom.sessionId} after turn ${branchedFrom.turn}, ${branchName(branchedFrom)}`
              : id}
          </Link>{" "}
          <Badge>{outcomeWords(outcome)}</Badge>
          {branchedFrom && <span className="muted small">{id}</span>}
        </li>
      ))}
    </ul>
    <p className="muted">
      {firstDifference !== null
        ? `The first difference is in turn ${firstDifference}.`
        : "All common turns are identical."}
    </p>
  </header>
);

/** The editor still has what was changed, to edit it again, test it in pairs or save it. */
function BackToEditor({
  view: { sessions },
  issue,
}: {
  view: ComparisonView;
  /** The finding that is being fixed. */ issue: string | null;
}) {
  const origin = sessions.find(({ branchedFrom }) => branchedFrom)?.branchedFrom;
  if (!origin) return null;
  return (
    <p>
      <Link
        className="button"
        href={editLink(origin.sessionId, {
          turn: origin.turn + 1,
          ...(issue !== null && { issue: Number(issue) }),
        })}
      >
        {editWords(origin.turn + 1)}
      </Link>
    </p>
  );
}
