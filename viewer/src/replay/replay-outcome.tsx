import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ComparisonView, JobView, ReplayRequest, SessionView } from "../../../src/contract/index.ts";
import { postJson } from "../api/index.ts";
import { compareLink, MOST_COMPARED } from "../compare/compare-link.ts";
import { count, Loading, Problem, score, titled } from "../ui/index.ts";
import { DecisionBanner } from "../verdict/index.ts";
import { findingsOver, findingWords } from "./findings-over.ts";
import { comparisonQuery } from "./replay-queries.ts";

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
      ? [...control.sessions.slice(0, MOST_COMPARED / 2), ...job.sessions.slice(0, MOST_COMPARED / 2)]
      : sessions;
  const all = useQuery({ ...comparisonQuery(sessions), enabled: sessions.length > 1 });
  const paired = useQuery({ ...comparisonQuery(pairs), enabled: pairs.length > 1 });
  if (sessions.length < 2) return null;
  const error = all.error ?? paired.error;
  if (error && !(all.data && paired.data)) return <Problem error={error} />;
  if (!all.data || !paired.data) return <Loading what="the comparison" />;
  const { recommendation, comparisons } = paired.data;
  const needed = recommendation.more?.count;
  return (
    <>
      <p className="outcome">{outcomeWords(all.data, kind)}</p>
      <DecisionBanner
        recommendation={recommendation}
        action={
          recommendation.is !== "insufficient evidence" ? undefined : control ? (
            needed !== undefined && (
              <>
                To get them, replay with {count((comparisons[0]?.paired ?? 0) + needed, "branch", "branches")}
                .
              </>
            )
          ) : (
            <PlayControl view={view} job={job} onControl={onControl} />
          )
        }
      />
      <p>
        <Link className="button primary" href={compareLink(pairs)}>
          {pairs === sessions ? "Compare the branches with the session" : "Compare the branches"}
        </Link>
      </p>
      <Findings comparison={all.data} kind={kind} />
    </>
  );
}

function outcomeWords(comparison: ComparisonView, kind: string | undefined): string {
  const table = findingsOver(comparison);
  return table ? findingWords(table, kind) : "The branches have no turn in common with the session yet.";
}

/** A pair is a branch with the change and one without, with the same dice. The session itself is one of the latter. */
function PlayControl({
  view,
  job: { from, total, sessions },
  onControl,
}: {
  view: SessionView;
  job: JobView;
  onControl: (job: string) => void;
}) {
  const client = useQueryClient();
  const played = view.branches
    .filter(({ id }) => sessions.includes(id))
    .map(({ turns, fromTurn }) => turns - fromTurn);
  const start = useMutation({
    mutationFn: () =>
      postJson<JobView>("/api/replays", {
        session: view.card.id,
        turn: from?.turn ?? 0,
        times: total,
        turns: Math.max(1, ...played),
      } satisfies ReplayRequest),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ["jobs"] });
      onControl(id);
    },
  });
  return (
    <>
      <button type="button" disabled={start.isPending} onClick={() => start.mutate()}>
        Play {count(total, "branch", "branches")} without the change
      </button>{" "}
      <span className="muted small">
        with the same dice: a pair needs one branch with the change and one without.
      </span>
      {start.error && <span className="problem-text small"> {start.error.message}</span>}
    </>
  );
}

function Findings({ comparison, kind }: { comparison: ComparisonView; kind: string | undefined }) {
  const { sessions, shared } = comparison;
  const table = findingsOver(comparison);
  if (!table || !shared.range) return null;
  const named = (at: number) => (at === 0 ? "Session" : `Branch ${at}`);
  return (
    <section aria-label="Findings">
      <div className="table-scroll" role="region" aria-label="Findings by session" tabIndex={0}>
        <table className="data">
          <thead>
            <tr>
              <th scope="col">
                Turns {shared.range.from} to {shared.range.to}
              </th>
              {sessions.map(({ id }, at) => (
                <th key={id} scope="col" className="number">
                  {named(at)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ type, counts }) => (
              <tr key={type} className={type === kind ? "wanted" : undefined}>
                <th scope="row">{titled(type)}</th>
                {counts.map((count, at) => (
                  <td key={at} className="number">
                    {count}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">Score</th>
              {sessions.map(({ id, shared }) => (
                <td key={id} className="number">
                  {score(shared?.["overall"])}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  );
}
