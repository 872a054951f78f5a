import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Damage, MatrixView, VariantSummary } from "../../../src/contract/index.ts";
import { exported, ExportedNotes } from "../exported/index.ts";
import { Badge, count, DamageList, duration, Loading, money, Problem } from "../ui/index.ts";
import { startLink } from "../start/start-link.ts";
import { DecisionBanner, ResumeButton } from "../verdict/index.ts";
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
  return (
    <div className="page matrix-page">
      <p className="crumbs">
        <Link href="/experiments">Experiments</Link> <span className="muted">/ Matrix</span>
      </p>
      <div className="page-head">
        <h1>{id}</h1>
        {data.live && <Badge tone="live">live</Badge>}
        {!data.live && data.done < data.planned && <Badge tone="warn">unfinished</Badge>}
      </div>
      <ExportedNotes />
      {data.damage && <Damaged damage={data.damage} />}
      {data.done < data.planned && <Progress matrix={data} />}
      <DecisionBanner
        recommendation={data.recommendation}
        house={data.house}
        action={<Next id={id} matrix={data} />}
      />
      <Facts matrix={data} />
      <MetricPart id={id} matrix={data} />
      <Explained matrix={data} />
      <Standings matrix={data} />
      <div className="two-columns">
        <Outcomes title="How sessions ended, by prompt" of={data.summaries.byPrompt} />
        <Outcomes title="How sessions ended, by narrator" of={data.summaries.byModel} />
      </div>
      <Rankings matrix={data} />
    </div>
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

const Damaged = ({ damage }: { damage: readonly Damage[] }) => (
  <div className="house-note" role="status">
    <b>Some files are damaged. The rest is shown.</b>
    <DamageList damage={damage} />
  </div>
);

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

function Facts({
  matrix: {
    recommendation,
    planned,
    done,
    failures,
    totalCost,
    totalUnpriced,
    totalDuration,
    leftOut,
    config,
    seed,
  },
}: {
  matrix: MatrixView;
}) {
  const facts: Array<[string, string, string?]> = [
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
    ...(seed === "" ? [] : [["Seed", String(seed)] as [string, string]]),
    ...(leftOut.broken + leftOut.unplayed > 0
      ? [
          [
            "Left out",
            String(leftOut.broken + leftOut.unplayed),
            `${leftOut.broken} broken by players, ${leftOut.unplayed} unfinished`,
          ] as [string, string, string],
        ]
      : []),
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {note && <span className="muted small">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Best outcome first. */
const order = ["completed", "stopped", "timeout", "budget", "interrupted", "unfinished", "failed", "crashed"];
const place = (outcome: string): number => (order.indexOf(outcome) + order.length + 1) % (order.length + 1);

/** How many sessions had each outcome, as bars with numbers. */
function Outcomes({ title, of }: { title: string; of: Readonly<Record<string, VariantSummary>> }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      {Object.entries(of).map(([name, { outcomes, sessions, broken }]) => {
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
              {broken > 0 && `; ${broken} broken by their players`}
            </span>
          </div>
        );
      })}
    </section>
  );
}
