import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ComparisonView, JobView, SessionView } from "../../../src/contract/index.ts";
import { postJson, withQuery } from "../api/index.ts";
import { cautions } from "../compare/cautions.ts";
import { compareLink, MOST_COMPARED } from "../compare/compare-link.ts";
import { FindingsTable } from "../compare/findings-table.tsx";
import { count, Loading, Problem, words } from "../ui/index.ts";
import { DecisionBanner } from "../verdict/index.ts";
import { atMostWords, controlRequest } from "./control-request.ts";
import { Lines, problemWords } from "./estimate.tsx";
import { findingsOver, findingWords, hintedBranches } from "./findings-over.ts";
import { explainPairs, pairsToDecide } from "./pairs.ts";
import { comparisonQuery, estimateQuery } from "./replay-queries.ts";

/** The most pairs that the page can compare. */
const MOST_PAIRS = MOST_COMPARED / 2;

/** How the branches compare with the session over the turns that all of them have. */
export function ReplayOutcome({
  view,
  job,
  control,
  kind,
  onControl,
}: {
  view: SessionView;
  job: JobView;
  /** Branches of the unchanged session, with the same dice. */ control: JobView | undefined;
  kind: string | undefined;
  onControl: (job: string) => void;
}) {
  const sessions = [view.card.id, ...job.sessions].slice(0, MOST_COMPARED);
  const pairs =
    control && control.status !== "running" && control.sessions.length > 0
      ? [...control.sessions.slice(0, MOST_PAIRS), ...job.sessions.slice(0, MOST_PAIRS)]
      : sessions;
  const all = useQuery({ ...comparisonQuery(sessions), enabled: sessions.length > 1 });
  const paired = useQuery({ ...comparisonQuery(pairs), enabled: pairs.length > 1 });
  if (sessions.length < 2) return null;
  const error = all.error ?? paired.error;
  if (error && !(all.data && paired.data)) return <Problem error={error} />;
  if (!all.data || !paired.data) return <Loading what="the comparison" />;
  const recommendation = explainPairs(paired.data);
  const needed = pairsToDecide(paired.data);
  return (
    <>
      <p className="outcome">
        {outcomeWords(all.data, kind)} <Hints comparison={all.data} kind={kind} />
      </p>
      {cautions(all.data.differs).map((caution) => (
        <p key={caution}>{caution}</p>
      ))}
      <DecisionBanner
        recommendation={recommendation}
        action={
          recommendation.is !== "insufficient evidence" ? undefined : (
            <>
              {(!control || control.total < needed) &&
                needed <= MOST_PAIRS &&
                control?.status !== "running" && (
                  <PlayControl view={view} job={job} times={needed} onControl={onControl} />
                )}
              {needed > MOST_PAIRS ? (
                <span className="block small">
                  This page compares at most {count(MOST_PAIRS, "pair")}. Save the text, then{" "}
                  <Link href={abLink(view.card.id, job.from?.turn ?? 0)}>
                    start an A/B test of {count(needed, "pair")}
                  </Link>
                  .
                </span>
              ) : (
                job.total < needed && (
                  <span className="block small">
                    With the change, {count(needed, "branch", "branches")} are needed too: set Branches to{" "}
                    {needed} below and replay.
                  </span>
                )
              )}
            </>
          )
        }
      />
      <p>
        <Link className="button primary" href={compareLink(pairs)}>
          {pairs === sessions ? "Compare the branches with the session" : "Compare the branches"}
        </Link>
      </p>
      <FindingsTable view={all.data} named={(at) => (at === 0 ? "Session" : `Branch ${at}`)} kind={kind} />
    </>
  );
}

function outcomeWords(comparison: ComparisonView, kind: string | undefined): string {
  const table = findingsOver(comparison);
  return table
    ? findingWords(table, comparison.sessions.length - 1, kind)
    : "The branches have no turn in common with the session yet.";
}

/** Hints do not count, but a change that leaves them may not have helped. */
function Hints({ comparison, kind }: { comparison: ComparisonView; kind: string | undefined }) {
  const table = findingsOver(comparison);
  const hinted = table ? hintedBranches(table, kind) : [];
  if (hinted.length === 0) return null;
  return (
    <span className="small">
      {count(hinted.length, "branch", "branches")} {hinted.length === 1 ? "has" : "have"} an unscored hint
      {kind === undefined ? "" : ` of ${words(kind)}`}:{" "}
      {hinted.map(({ at, hint }, index) => (
        <span key={at}>
          {index > 0 && ", "}
          <Link href={turnLink(comparison.sessions[at]?.id ?? "", hint.issue.turn)}>
            Branch {at}, turn {hint.issue.turn}
          </Link>
        </span>
      ))}
      .
    </span>
  );
}

const abLink = (session: string, turn: number): string =>
  withQuery("/start", { kind: "ab", checkpoint: `${session}@${turn}` });

const turnLink = (session: string, turn: number): string =>
  withQuery(`/sessions/${encodeURIComponent(session)}`, { turn, lens: "issues" });

/** A pair is a branch with the change and one without, with the same dice. The session itself is one of the latter. */
function PlayControl({
  view,
  job,
  times,
  onControl,
}: {
  view: SessionView;
  job: JobView;
  /** As many pairs as would decide. */ times: number;
  onControl: (job: string) => void;
}) {
  const client = useQueryClient();
  const request = controlRequest(view, job, times);
  const estimate = useQuery(estimateQuery(request));
  const problems = estimate.data?.problems ?? [];
  const start = useMutation({
    mutationFn: () => postJson<JobView>("/api/replays", request),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ["jobs"] });
      onControl(id);
    },
  });
  return (
    <>
      <button
        type="button"
        disabled={start.isPending || estimate.isPending || problems.length > 0}
        onClick={() => start.mutate()}
      >
        Play {count(times, "branch", "branches")} without the change
      </button>{" "}
      <span className="muted small">with the same dice.</span>
      {estimate.data && <b className="small"> {atMostWords(estimate.data, job.budget)}.</b>}
      {problems.map((problem) => (
        <Lines key={problem.code} lines={problemWords(problem)} />
      ))}
      {estimate.error && <span className="problem-text small"> {estimate.error.message}</span>}
      {start.error && <span className="problem-text small"> {start.error.message}</span>}
    </>
  );
}
