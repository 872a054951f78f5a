import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import type { ComparisonView } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import "../session/transcript/transcript.css";
import "../session/transcript/notes.css";
import { Empty, Loading, Problem, useTitle } from "../ui/index.ts";
import { DecisionBanner, Differences } from "../verdict/index.ts";
import { exported } from "../exported/index.ts";
import { editLink } from "../replay/edit-link.ts";
import { explainPairs, pairsToDecide } from "../replay/pairs.ts";
import { CompareHead } from "./compare-head.tsx";
import { changedBranch, comparedIn, letter } from "./compare-link.ts";
import "./compare.css";
import { FindingsTable } from "./findings-table.tsx";
import { Numbers } from "./numbers.tsx";
import { SideBySide } from "./side-by-side.tsx";
import { Verdicts } from "./verdicts.tsx";

/** Sessions or branches side by side: where they diverge, and what the numbers say. */
export function ComparePage() {
  useTitle("Compare");
  const [params, setParams] = useSearchParams();
  const sessions = comparedIn(params);
  const metric = params.get("metric");
  const [asked, setAsked] = useState(0);
  const view = useQuery({
    queryKey: ["compare", sessions, metric],
    queryFn: ({ signal }) => getJson<ComparisonView>("/api/compare", { sessions, metric }, signal),
    enabled: sessions.length > 1,
    placeholderData: keepPreviousData,
  });
  const decideBy = (name: string) =>
    setParams([...sessions.map((id) => ["sessions", id]), ["metric", name]], { replace: true });
  if (sessions.length < 2)
    return (
      <Empty title="Select sessions to compare">
        <p>
          Select two or more in <Link href="/sessions">the list of sessions</Link>, or among the branches of
          one session. The others are compared with the first one selected.
        </p>
      </Empty>
    );
  if (view.isPending) return <Loading what="the comparison" />;
  if (!view.data) return <Problem error={view.error} onRetry={() => void view.refetch()} />;
  // For a single comparison without pairs, the banner already says why.
  const told = view.data.comparisons.filter(({ paired }, _, all) => paired > 0 || all.length > 1);
  return (
    <div className="page compare">
      <CompareHead view={view.data} />
      <DecisionBanner recommendation={explainPairs(view.data)} action={<BackToEditor view={view.data} />} />
      {view.data.shared.range && (
        <section>
          <h2>Findings</h2>
          <FindingsTable view={view.data} named={letter} onOpen={() => setAsked((times) => times + 1)} />
        </section>
      )}
      <Differences texts={view.data.differs.texts} names={view.data.sessions.map((_, at) => letter(at))} />
      <Numbers view={view.data} />
      {view.data.parts !== undefined && <p className="muted small">{view.data.parts}</p>}
      {told.map((comparison) => (
        <Verdicts
          key={`${comparison.a} ${comparison.b}`}
          comparison={comparison}
          unpaired={view.data.unpaired}
          decideBy={decideBy}
        />
      ))}
      <SideBySide view={view.data} asked={asked} />
    </div>
  );
}

/** In the editor, the changed text is saved, and more branches are played if these cannot decide yet. */
function BackToEditor({ view }: { view: ComparisonView }) {
  const changed = changedBranch(view.sessions);
  if (!changed || exported) return null;
  const { id, branchedFrom } = changed;
  const { sessionId, turn, turns } = branchedFrom;
  const times = pairsToDecide(view);
  return (
    <>
      {view.recommendation.is === "insufficient evidence" && (
        <Link className="button" href={editLink(sessionId, { turn: turn + 1, like: id, times, turns })}>
          Replay turn {turn + 1} for {times} pairs
        </Link>
      )}{" "}
      <Link className="button" href={editLink(sessionId, { turn: turn + 1, like: id, turns })}>
        Open the changed text to edit or save it
      </Link>
    </>
  );
}
