import { Link } from "wouter";
import type { ExperimentCard, OriginRow as Origin, VaryingPart } from "../../../src/contract/index.ts";
import type { Picked } from "../compare/use-picked.ts";
import { Badge, Icon, count, money, when } from "../ui/index.ts";
import { indent, SessionRow } from "./session-row.tsx";
import { foldedWords, kindWords, originLink } from "./session-title.ts";

type OriginRowProps = {
  origin: Origin;
  open: boolean;
  toggle: (key: string) => void;
  varies?: readonly VaryingPart[] | undefined;
  filtered: boolean;
  /** Of an experiment; absent while it is worked out. */ verdict: ExperimentCard | undefined;
  picked: Picked;
};

/** A session with its branches, or an experiment with its sessions. */
export function OriginRow({ origin, open, toggle, varies, filtered, verdict, picked }: OriginRowProps) {
  const { key, sessions, card, id } = origin;
  const folded = sessions > 0 && (
    <button
      type="button"
      className="unfold"
      aria-expanded={open}
      aria-label={`${foldedWords(origin, filtered)} of ${id}`}
      onClick={() => toggle(key)}
    >
      <Icon name="fold" /> {foldedWords(origin, filtered)}
    </button>
  );
  return card ? (
    <SessionRow session={card} varies={varies} picked={picked} folded={folded} />
  ) : (
    <ExperimentRow origin={origin} verdict={verdict} folded={folded} />
  );
}

function ExperimentRow({
  origin,
  verdict,
  folded,
}: Pick<OriginRowProps, "origin" | "verdict"> & { folded: React.ReactNode }) {
  const { kind, id, live, failed, cost, at, stories, prompts, narrators } = origin;
  const about = verdict?.title || [...prompts, ...narrators, ...stories].join(", ");
  return (
    <div className="session-row experiment" style={indent(0)}>
      <span className="what" role="cell">
        <Link href={originLink(origin)} className="session-link cover-link title">
          <span className="kind">{kindWords[kind]}</span> {id}
        </Link>
        <span className="sub muted">
          {folded}
          <span className="cut" title={about}>
            {about}
          </span>
        </span>
        {verdict && (
          <span className="sub verdict">
            <span className="cut" title={verdict.verdict.headline}>
              {verdict.verdict.headline}
            </span>
          </span>
        )}
      </span>
      <span className="outcome" role="cell">
        {live > 0 || verdict?.live ? (
          <Badge tone="live">live</Badge>
        ) : (
          <Progress origin={origin} verdict={verdict} />
        )}
        {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
      </span>
      <span className="number" role="cell" />
      <span className="number" role="cell" />
      <span className="number" role="cell" />
      <span className="score" role="cell" />
      <span className="number cost" role="cell">
        {money(cost)}
      </span>
      <span className="number muted at" role="cell">
        {when(at)}
      </span>
    </div>
  );
}

function Progress({ origin: { finished, sessions }, verdict }: Pick<OriginRowProps, "origin" | "verdict">) {
  if (!verdict || verdict.progress.planned === 0)
    return (
      <span className="muted">
        {finished}/{sessions} done
      </span>
    );
  const { done, planned, unit } = verdict.progress;
  return (
    <span className="muted">
      {done}/{count(planned, unit)}
    </span>
  );
}
