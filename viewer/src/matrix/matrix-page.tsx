import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { MatrixView, VariantSummary } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { Badge, count, duration, Loading, money, Problem } from "../ui/index.ts";
import { startLink } from "../start/start-link.ts";
import { ExperimentFrame, ResumeButton, type Fact } from "../verdict/index.ts";
import { Explained } from "./explained.tsx";
import { matrixQuery } from "./matrix-queries.ts";
import { MetricPart } from "./metric-part.tsx";
import { Rankings } from "./rankings.tsx";
import { Standings } from "./standings.tsx";

/** One matrix: a metric over all cells, standings, outcomes and cost. */
export function MatrixPage({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(matrixQuery(id));
  if (isPending) return <Loading what="the matrix" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  const { live, done, planned } = data;
  return (
    <ExperimentFrame
      className="matrix-page"
      crumb="Matrix"
      title={id}
      badge={!live && done < planned && <Badge tone="warn">unfinished</Badge>}
      experiment={data}
      progress={done < planned && <Progress matrix={data} />}
      action={<Next id={id} matrix={data} />}
      facts={factsOf(data)}
    >
      <MetricPart id={id} matrix={data} />
      <Explained matrix={data} />
      <Standings matrix={data} />
      <div className="two-columns">
        <Outcomes title="How sessions ended, by prompt" of={data.summaries.byPrompt} />
        <Outcomes title="How sessions ended, by narrator" of={data.summaries.byModel} />
      </div>
      <Rankings matrix={data} />
    </ExperimentFrame>
  );
}

/** What to do next: play the rest, or a matrix with as many sessions as would decide. */
function Next({ id, matrix: { recommendation, config } }: { id: string; matrix: MatrixView }) {
  const { more } = recommendation;
  if (more?.command !== undefined) return <ResumeButton kind="matrix" id={id} more={more} unit="session" />;
  if (more?.count === undefined || exported) return null;
  const combinations = Object.keys(config.systemPrompts).length * config.narratorModels.length;
  return (
    <Link
      className="button primary"
      href={startLink("matrix", {
        stories: config.stories,
        prompts: Object.values(config.systemPrompts),
        narrators: config.narratorModels,
        sessions:
          config.sessionsPerCombination + Math.ceil(more.count / combinations / config.stories.length),
        metric: config.primaryMetric,
        maxTurns: config.maxTurnsPerSession,
      })}
    >
      Start a larger matrix
    </Link>
  );
}

function Progress({ matrix: { done, planned } }: { matrix: MatrixView }) {
  return (
    <div className="matrix-progress">
      <progress value={done} max={planned} aria-label="Sessions played" />
      <span className="number">
        {done} of {planned} sessions
      </span>
    </div>
  );
}

function factsOf(matrix: MatrixView): Fact[] {
  const { recommendation, planned, done, failures, unfinished, config, seed } = matrix;
  const { totalCost, totalUnpriced, totalDuration } = matrix;
  return [
    [
      "Sessions",
      `${done}${done < planned ? ` of ${planned}` : ""}`,
      failures.length > 0 ? `${failures.length} failed or crashed` : undefined,
    ],
    [
      "Cost",
      money(totalCost),
      totalUnpriced > 0 ? `at least: ${count(totalUnpriced, "call")} without a price` : undefined,
    ],
    ["Duration", duration(totalDuration), "all sessions together"],
    [
      "Primary metric",
      recommendation.is === "not shown" ? "private" : config.primaryMetric,
      "pre-registered",
    ],
    ...(seed === "" ? [] : [["Seed", String(seed)] satisfies Fact]),
    ...(unfinished > 0 ? [["Left out", String(unfinished), "unfinished"] satisfies Fact] : []),
  ];
}

/** Best outcome first. */
const order = ["completed", "stopped", "timeout", "budget", "interrupted", "unfinished", "failed", "crashed"];
const place = (outcome: string): number => (order.indexOf(outcome) + order.length + 1) % (order.length + 1);

/** How many sessions had each outcome, as bars with numbers. */
function Outcomes({ title, of }: { title: string; of: Readonly<Record<string, VariantSummary>> }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      {Object.entries(of).map(([name, { outcomes, sessions }]) => {
        const ends = Object.entries(outcomes).sort(([a], [b]) => place(a) - place(b));
        return (
          <div key={name} className="outcome-row">
            <span className="strip-name">{name}</span>
            <span className="outcome-bar" aria-hidden="true">
              {ends.map(([outcome, count]) => (
                <span key={outcome} className={`end ${outcome}`} style={{ flexGrow: count }} />
              ))}
            </span>
            <span className="small muted">
              {ends.map(([outcome, count]) => `${count} ${outcome}`).join(", ") || `${sessions} planned`}
            </span>
          </div>
        );
      })}
    </section>
  );
}
