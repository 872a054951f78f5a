import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { JobView, SessionTexts, SessionView } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { jobsQuery } from "../runs/runs-queries.ts";
import { isOpen } from "../runs/stop-job.tsx";
import { sessionQuery } from "../session/session-queries.ts";
import { Empty, Loading, Problem, useAddress, useTitle } from "../ui/index.ts";
import { BranchesPanel } from "./branches-panel.tsx";
import { draftLike } from "./draft.ts";
import { editLink, editWords, keptWords } from "./edit-link.ts";
import { EditForm } from "./edit-form.tsx";
import { FindingNote } from "./finding-note.tsx";
import { textsQuery } from "./replay-queries.ts";
import "./edit.css";

const names = ["turn", "issue", "job", "like", "times", "turns"] as const;

/** Change the prompt, the guide or a setting, replay a turn, compare, and keep the text. */
export function EditPage({ id }: { id: string }) {
  const view = useQuery({ ...sessionQuery(id, null), enabled: !exported });
  const texts = useQuery({ ...textsQuery(id), enabled: !exported });
  const { values } = useAddress(names);
  const like = useQuery({
    ...textsQuery(values.like ?? ""),
    enabled: !exported && values.like !== undefined,
  });
  useTitle(`Edit and replay ${id}`);
  if (exported)
    return (
      <Empty title="Replays need a running server">Open the session with rehearse serve to replay it.</Empty>
    );
  const error = view.error ?? texts.error;
  if (error && (!view.data || !texts.data))
    return (
      <>
        <Problem error={error} onRetry={() => void Promise.all([view.refetch(), texts.refetch()])} />
        <p className="after-problem">
          <Link href="/sessions">All sessions</Link>
        </p>
      </>
    );
  if (!view.data || !texts.data || like.isLoading) return <Loading what="the prompt and the guide" />;
  return <Editor view={view.data} used={texts.data} like={like.data} />;
}

function Editor({
  view,
  used,
  like,
}: {
  view: SessionView;
  used: SessionTexts;
  /** What a branch was played with. */ like: SessionTexts | undefined;
}) {
  const { values, set } = useAddress(names);
  // Not in the address: going back must not lead to the test again.
  const [test, setTest] = useState<string>();
  const { card, result } = view;
  const { first, last, played } = replayable(view);
  const turn = values.turn !== undefined && /^\d{1,7}$/.test(values.turn) ? Number(values.turn) : played;
  const issue =
    values.issue !== undefined
      ? result.issues[Number(values.issue)]
      : like && result.issues.find((each) => each.turn === turn);
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
        <p className="muted">
          {used.notReplayable === undefined && turn >= first && `Replays ${keptWords(Math.min(turn, last))}.`}
        </p>
      </header>
      {issue && <FindingNote issue={issue} />}
      {job !== undefined && <BranchesPanel session={card.id} job={job} />}
      {like && (
        <p>
          The prompt, the guide and the models below are those of{" "}
          <Link href={`/sessions/${encodeURIComponent(values.like ?? "")}`}>
            the branch that you compared
          </Link>
          .
        </p>
      )}
      {used.notReplayable !== undefined ? (
        <Empty title="This session cannot be replayed">{used.notReplayable}</Empty>
      ) : turn < first ? (
        <InParent view={view} turn={turn} first={first} onChoose={(turn) => set({ turn })} />
      ) : (
        <EditForm
          key={values.like}
          view={view}
          used={used}
          preset={like && draftLike(like, { used, times: values.times, turns: values.turns })}
          turns={{ first, last, chosen: Math.min(turn, last) }}
          finding={issue}
          again={job !== undefined}
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
  const first = (card.inherited?.turns ?? 0) + 1;
  const end = turns.at(-1)?.turn ?? 0;
  const played = Math.max(first, end);
  return { first, played, last: card.outcome === "completed" ? played : Math.max(first, end + 1) };
}

/** Inherited turns are the parent's: they can only be replayed from there. */
function InParent({
  view: { card, branches },
  turn,
  first,
  onChoose,
}: {
  view: SessionView;
  turn: number;
  first: number;
  onChoose: (turn: number) => void;
}) {
  const parent = branches.find(({ id }) => id === card.id)?.parent;
  return (
    <section className="panel">
      <p>
        Turn {turn} was played by the parent of this branch.{" "}
        {parent == null ? (
          "The parent no longer exists."
        ) : (
          <>
            <Link href={editLink(parent, { turn })}>{editWords(turn)} of the parent</Link>.
          </>
        )}
      </p>
      <button type="button" onClick={() => onChoose(first)}>
        {editWords(first)} of this branch
      </button>
    </section>
  );
}
