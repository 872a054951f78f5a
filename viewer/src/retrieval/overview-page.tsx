import { useQuery } from "@tanstack/react-query";
import type { RetrievalOverview } from "../../../src/contract/retrieval-api.ts";
import { exported } from "../exported/index.ts";
import { Command, Empty, Loading, Problem } from "../ui/index.ts";
import { GroupScores } from "./group-scores.tsx";
import { Health } from "./health.tsx";
import { overviewQuery } from "./queries.ts";
import { RunForm } from "./run-form.tsx";
import { RunPanel } from "./run-panel.tsx";
import { TestsPart } from "./tests-part.tsx";
import { Trend } from "./trend.tsx";
import { useCheckRun } from "./use-check-run.ts";
import { useTestFilters } from "./use-test-filters.ts";

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
        {data.targets.length > 1 && (
          <label className="field inline">
            Results of
            <select value={data.target ?? ""} onChange={(event) => set({ target: event.target.value })}>
              {data.targets.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        {!exported && <RunForm canRun={data.can_run} controls={controls} />}
      </div>
      <RunPanel controls={controls} />
      {data.unreadable.map(({ results, why }) => (
        <p key={results} className="house-note">
          <b>{results} cannot be read.</b> {why}
        </p>
      ))}
      {data.latest ? <Found overview={data} latest={data.latest} choose={(group) => set({ group, state: "", mechanism: "" })} /> : <NothingYet />}
      <TestsPart />
    </div>
  );
}

function Found({ overview, latest, choose }: { overview: RetrievalOverview; latest: NonNullable<RetrievalOverview["latest"]>; choose: (group: string) => void }) {
  return (
    <>
      <Health overview={overview} latest={latest} />
      <div className="two-columns">
        <div>
          <Trend runs={overview.trend} />
          <GroupScores title="Patterns" groups={latest.patterns} onChoose={choose} />
          <GroupScores title="State handlers" groups={latest.handlers} onChoose={choose} />
        </div>
        <GroupScores title="Topics, worst first" groups={latest.topics} onChoose={choose} />
      </div>
    </>
  );
}

const NothingYet = () => (
  <Empty title="Nothing has been checked yet">
    <p>Press Run above, or type this. “offline” needs no key: it shows how the banks and the pipeline work.</p>
    <Command>rehearse check --target offline</Command>
  </Empty>
);
