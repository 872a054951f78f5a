import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { RetrievalOverview } from "../../../../src/contract/index.ts";
import { exported } from "../../exported/index.ts";
import { Command, Empty, Loading, Problem } from "../../ui/index.ts";
import { GroupScores, Health } from "./health.tsx";
import { overviewQuery } from "../queries.ts";
import { RunForm } from "../run/run-form.tsx";
import { RunPanel } from "../run/run-panel.tsx";
import { cannotAsk, firstTarget } from "../run/run-words.ts";
import { TargetChoice } from "../target-choice.tsx";
import { Gates } from "./outcome.tsx";
import { TestsPart } from "./test-list.tsx";
import { Trend } from "./trend.tsx";
import { useCheckRun } from "../run/use-check-run.ts";
import { listHref, useTestFilters } from "../test-address.ts";

/** The system under test at a glance, and every test of its banks. */
export function OverviewPage() {
  const { filters, set } = useTestFilters();
  const controls = useCheckRun();
  const { data, error, isPending, refetch } = useQuery(overviewQuery(filters.target));
  if (isPending) return <Loading what="the health of retrieval" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <div className="page retrieval">
      <div className="page-head spread">
        <h1>Retrieval</h1>
        <TargetChoice
          target={data.target}
          own={exported ? undefined : data.own}
          others={data.targets}
          choose={(target) => set({ target })}
        />
        {!exported && (
          <RunForm
            key={`${data.target} ${data.latest === null}`}
            overview={data}
            first={firstTarget(data.can_run, data.latest !== null)}
            controls={controls}
          />
        )}
      </div>
      {!exported && cannotAsk(data) && <p className="muted small">{cannotAsk(data)}</p>}
      <RunPanel controls={controls} />
      {data.unreadable.map(({ results, why }) => (
        <p key={results} className="house-note">
          <b>{results} cannot be read.</b> {why}
        </p>
      ))}
      {data.latest ? (
        <Found
          overview={data}
          latest={data.latest}
          choose={(group) => set({ group, state: "", mechanism: "" })}
        />
      ) : (
        <NothingYet overview={data} />
      )}
      <TestsPart target={data.target} banks={data.can_run.banks} />
    </div>
  );
}

function Found({
  overview,
  latest,
  choose,
}: {
  overview: RetrievalOverview;
  latest: NonNullable<RetrievalOverview["latest"]>;
  choose: (group: string) => void;
}) {
  // Topics far outnumber the other groups, so they get their own column.
  const topics = latest.groups.find(({ mechanism }) => mechanism === "semantic");
  const others = latest.groups.filter((group) => group !== topics);
  return (
    <>
      <Health overview={overview} latest={latest} />
      {latest.outcome && latest.outcome.gates.length > 0 && <Gates outcome={latest.outcome} />}
      <div className="two-columns">
        <div>
          <Trend runs={overview.trend} />
          {others.map(({ title, scores }) => (
            <GroupScores key={title} title={title} groups={scores} onChoose={choose} />
          ))}
        </div>
        {topics && <GroupScores title={topics.title} groups={topics.scores} onChoose={choose} />}
      </div>
    </>
  );
}

function NothingYet({ overview: { target, targets, can_run } }: { overview: RetrievalOverview }) {
  const first = firstTarget(can_run, false);
  return (
    <Empty title={`${target} has not been checked yet`}>
      {targets.length > 0 && (
        <p>
          Results exist for{" "}
          {targets.map((name, index) => (
            <span key={name}>
              {index > 0 && ", "}
              <Link href={listHref(name)}>{name}</Link>
            </span>
          ))}
          .
        </p>
      )}
      <p>
        Press Run above, or use the command line.
        {first === "offline" && " “offline” needs no key; it tests the banks and the pipeline."}
      </p>
      <Command>{`rehearse check --target ${first}`}</Command>
      {first === "offline" && (
        <>
          <p>With a key, the built-in pipeline on real models:</p>
          <Command>rehearse check --target built-in</Command>
        </>
      )}
    </Empty>
  );
}
