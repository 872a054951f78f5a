import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Issue, JobView, SessionTexts, SessionView } from "../../../src/contract/index.ts";
import { kindWords } from "../../../src/contract/playtest/finding-words.ts";
import { jobsQuery } from "../runs/runs-queries.ts";
import { isOpen } from "../runs/stop-job.tsx";
import { sessionQuery } from "../session/session-queries.ts";
import { Empty, Loading, Problem, Quotes, Severity, titled, useAddress, useTitle } from "../ui/index.ts";
import { fromTurnOf } from "./branch-name.ts";
import { BranchesPanel } from "./branches-panel.tsx";
import { editLink, editWords } from "./edit-link.ts";
import { EditForm } from "./edit-form.tsx";
import { textsQuery } from "./replay-queries.ts";
import "./edit.css";

const names = ["turn", "issue", "job"] as const;

/** Change the prompt, the guide or a setting, replay a turn, compare, and keep the text. */
export function EditPage({ id }: { id: string }) {
  const view = useQuery(sessionQuery(id, null));
  const texts = useQuery(textsQuery(id));
  useTitle(`Edit and replay ${id}`);
  const error = view.error ?? texts.error;
  if (error && (!view.data || !texts.data))
    return (
      <>
        <Problem as="h1" error={error} onRetry={() => void Promise.all([view.refetch(), texts.refetch()])} />
        <p className="after-problem">
          <Link href="/sessions">All sessions</Link>
        </p>
      </>
    );
  if (!view.data || !texts.data) return <Loading what="the prompt and the guide" />;
  return <Editor view={view.data} used={texts.data} />;
}

function Editor({ view, used }: { view: SessionView; used: SessionTexts }) {
  const { values, set } = useAddress(names);
  // Not in the address: going back must not lead to the test again.
  const [test, setTest] = useState<string>();
  const { card, result } = view;
  const { first, last, played } = replayable(view);
  const turn = values.turn !== undefined && /^\d{1,7}$/.test(values.turn) ? Number(values.turn) : played;
  const at = values.issue === undefined ? undefined : Number(values.issue);
  const issue = at === undefined ? undefined : result.issues[at];
  const { data: jobs } = useQuery(jobsQuery);
  // A returning user finds the running replay.
  const job = test ?? values.job ?? jobs?.jobs.find((one) => isRunningReplay(one, card.id))?.id;
  const here = `/sessions/${encodeURIComponent(card.id)}?turn=${Math.max(1, Math.min(turn, played))}`;
  return (
    <div className="page edit-page">
      <header className="page-head">
        <h1>{editWords(Math.min(turn, last))}</h1>
        <p className="muted">
          <Link href={here}>{[card.story, card.prompt, card.narrator].filter(Boolean).join(" · ")}</Link>
        </p>
      </header>
      {issue && <FindingNote issue={issue} />}
      {job !== undefined && <BranchesPanel view={view} job={job} issue={issue && at} />}
      {used.notReplayable !== undefined ? (
        <Empty title="This session cannot be replayed">{used.notReplayable}</Empty>
      ) : turn < first ? (
        <InParent view={view} turn={turn} />
      ) : (
        <EditForm
          session={card.id}
          used={used}
          turns={{ first, last, chosen: Math.min(turn, last) }}
          finding={issue}
          isRecorded={view.turns.some(({ recorded }) => recorded)}
          onTurn={(turn) => set({ turn })}
          onStarted={(job, isTest) => (isTest ? setTest(job) : set({ job }))}
        />
      )}
    </div>
  );
}

const isRunningReplay = (job: JobView, session: string): boolean =>
  job.operation === "replay" && isOpen(job) && !job.of && job.from?.session === session;

/** The turns that can be played anew: a branch's own ones. A story that has not ended can also be continued. */
function replayable({ card, turns }: SessionView): { first: number; last: number; played: number } {
  const first = fromTurnOf(card) + 1;
  const end = turns.at(-1)?.turn ?? 0;
  const played = Math.max(first, end);
  return { first, played, last: card.outcome === "completed" ? played : Math.max(first, end + 1) };
}

/** Inherited turns are the parent's: they can only be replayed from there. */
function InParent({ view: { card, branches }, turn }: { view: SessionView; turn: number }) {
  const parent = branches.find(({ id }) => id === card.id)?.parent;
  return (
    <p className="panel">
      Turn {turn} was played by the parent of this branch.{" "}
      {parent == null ? (
        "The parent no longer exists."
      ) : (
        <Link href={editLink(parent, { turn })}>{editWords(turn)} of the parent</Link>
      )}
    </p>
  );
}

/** The finding that led to the editor. */
const FindingNote = ({ issue: { turn, kind, severity, description, evidence } }: { issue: Issue }) => (
  <section className={`finding-note ${severity}`} aria-label="The finding">
    <p>
      <Severity severity={severity} /> <b>{titled(kindWords(kind))}</b>{" "}
      <span className="muted">in turn {turn}</span>
    </p>
    <p>{description}</p>
    <Quotes quotes={evidence.slice(0, 2)} />
  </section>
);
