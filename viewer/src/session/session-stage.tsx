import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { useLocation } from "wouter";
import type { Quote, SessionView } from "../../../src/contract/index.ts";
import { exported, ExportedNotes } from "../exported/index.ts";
import { editLink } from "../replay/index.ts";
import { NARROW, outcomeWords, Tabs, useKeys, useMedia } from "../ui/index.ts";
import {
  findingOf,
  findingsOf,
  isAbout,
  issueKey,
  nextFinding,
  startingPlace,
  type Finding,
} from "./findings.ts";
import { Lens, lensTabs } from "./lens.tsx";
import { SessionHeader } from "./session-header.tsx";
import { EyesNote, SkipLinks, UnreadableNote } from "./session-notes.tsx";
import { SessionSummary } from "./session-summary.tsx";
import type { Chosen } from "./transcript/passages.ts";
import { Transcript } from "./transcript/transcript.tsx";
import { useFollowing } from "./use-following.ts";
import { useReading } from "./use-reading.ts";
import type { LensName, SessionUrl } from "./use-session-url.ts";

/** The transcript beside a lens; on a narrow screen, one of them at a time. */
export function SessionStage({
  view,
  url,
  change,
}: {
  view: SessionView;
  url: SessionUrl;
  change: (change: Partial<SessionUrl>) => void;
}) {
  const narrow = useMedia(NARROW);
  const [, navigate] = useLocation();
  const { card, turns, players } = view;
  const { issues } = view.result;
  // The words of the first screen come before its pictures.
  const isDrawn = useDeferredValue(true, false);
  const names = useMemo(() => namesOf(players), [players]);
  const findings = useMemo(() => (view.as === null ? findingsOf(view.result) : []), [view]);
  const last = turns.at(-1)?.turn ?? 0;
  const [start] = useState(() => startingPlace(view, { ...url, onIssues: url.lens === "issues" }));
  const chosen = url.issue ?? start.issue;
  const [picked, setPicked] = useState<{ key: string | null; quotes: ReadonlySet<string> } | null>(null);
  const shownMarks = useMemo(
    (): Chosen => picked ?? { key: chosen === null ? null : issueKey(chosen), quotes: new Set() },
    [picked, chosen],
  );
  const named = url.issue === null ? undefined : issues[url.issue];
  // A link must not name an issue of a turn that was left.
  const settle = useCallback(
    (turn: number) => change({ turn, ...(named && !isAbout(named, turn) && { issue: null }) }),
    [change, named],
  );
  const { reading, target, read, go } = useReading({
    wanted: start.turn,
    first: turns[0]?.turn ?? null,
    settle,
  });
  const { following, follow, over } = useFollowing({ live: card.live, last, wanted: url.turn, go });

  const tabs = lensTabs(view, issues.length).filter(
    ({ name }) =>
      (narrow || name !== "transcript") && (!exported || name !== "branches" || view.branches.length > 1),
  );
  const usual: LensName = narrow ? "transcript" : "flow";
  const shown = tabs.some(({ name }) => name === url.lens) ? (url.lens ?? usual) : usual;
  const show = useCallback(
    (turn: number) => {
      follow(false);
      go(turn);
      if (narrow) change({ lens: "transcript" });
    },
    [follow, go, narrow, change],
  );
  const choose = useCallback(
    (issue: number | null, turn: number) => {
      setPicked(issue === null ? { key: null, quotes: new Set() } : null);
      change({ issue });
      show(turn);
    },
    [change, show],
  );
  /** Hints and a parent's findings have no place in the address. */
  const openFinding = useCallback(
    ({ index, key }: Finding, turn: number) => {
      if (index !== null) return choose(index, turn);
      setPicked({ key, quotes: new Set() });
      show(turn);
    },
    [choose, show],
  );
  const openQuote = useCallback(
    ({ turn, text }: Quote) => {
      setPicked({ key: null, quotes: new Set([text]) });
      show(turn);
    },
    [show],
  );
  const look = useCallback(
    (as: number | null) => change({ as, ...(as !== null && { issue: null }) }),
    [change],
  );
  const openIssue = useCallback(
    (turn: number) => {
      const issue = issues.findIndex((issue) => issue.turn === turn);
      if (issue >= 0) change({ issue, lens: "issues" });
    },
    [issues, change],
  );
  const step = (by: number) => {
    const at = turns.findIndex(({ turn }) => turn === reading);
    const next = turns[Math.max(0, Math.min(turns.length - 1, (at < 0 ? 0 : at) + by))];
    if (next) show(next.turn);
  };
  const stepFound = (by: 1 | -1) => {
    const next = nextFinding(findings, chosen, by);
    if (next) openFinding(next, next.issue.turn);
  };
  const { id } = card;
  const edit = useCallback(
    (turn: number) => navigate(editLink(id, { turn, issue: findingOf(issues, { turn, chosen }) })),
    [navigate, id, issues, chosen],
  );
  const replayHere = () => edit(reading ?? last);
  // An exported file cannot play, players do not know of branches, and a transcript from elsewhere has no checkpoints.
  const canPlay = !exported && url.as === null && !view.observed && last > 0;
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    n: () => stepFound(1),
    N: () => stepFound(-1),
    p: () => stepFound(-1),
    ...(canPlay && { r: replayHere }),
  });

  const transcript = (
    <div className="reading-side">
      {url.as !== null && <EyesNote name={names[url.as] ?? `seat ${url.as}`} back={() => look(null)} />}
      <Transcript
        view={view}
        names={names}
        findings={findings}
        chosen={shownMarks}
        target={target}
        reading={reading}
        onRead={read}
        onFinding={openFinding}
        {...(canPlay && { onReplay: edit })}
        onIssue={openIssue}
      />
    </div>
  );
  return (
    <div className="session">
      {!narrow && <SkipLinks />}
      <SessionHeader view={view} open={(lens) => change({ lens })} />
      <ExportedNotes />
      <UnreadableNote {...view.card} />
      <SessionSummary view={view} onFinding={openFinding} canEdit={canPlay && !card.live} />
      <div className="session-strip">
        {card.live && (
          <button
            type="button"
            aria-pressed={following}
            onClick={() => follow(!following)}
            title="Scroll to each new turn"
          >
            Follow
          </button>
        )}
        <span role="status" className="small">
          {over && !card.live && `Session ended: ${outcomeWords(card.outcome)}.`}
        </span>
      </div>
      <div className="session-sides">
        <Tabs
          id="lens"
          label="Views of the session"
          tabs={tabs}
          current={shown}
          onChange={(lens) => change({ lens })}
        >
          {shown === "transcript"
            ? transcript
            : isDrawn && (
                <Lens
                  name={shown}
                  view={view}
                  as={url.as}
                  chosen={chosen}
                  reading={reading}
                  go={show}
                  choose={choose}
                  openQuote={openQuote}
                  look={look}
                  replay={canPlay ? replayHere : undefined}
                />
              )}
        </Tabs>
        {!narrow && transcript}
      </div>
    </div>
  );
}

/** Names by seat. */
function namesOf(players: SessionView["players"]): string[] {
  const names: string[] = [];
  for (const { seat, name } of players) names[seat] = name;
  return names;
}
