import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Damage, SessionView } from "../../../src/contract/index.ts";
import { exported, ExportedNotes } from "../exported/index.ts";
import { editLink } from "../replay/index.ts";
import { count, DamageList, NARROW, Tabs, useKeys, useMedia } from "../ui/index.ts";
import { Lens, lensTabs } from "./lens.tsx";
import { nextIssue, ownIssues } from "./own-issues.ts";
import { SessionHeader } from "./session-header.tsx";
import { SessionStrip } from "./session-strip.tsx";
import { Transcript } from "./transcript/transcript.tsx";
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
  const names = useMemo(() => namesOf(players), [players]);
  const titles = useMemo(() => titlesOf(view.timeline), [view.timeline]);
  const own = useMemo(() => ownIssues(view), [view]);
  const last = turns.at(-1)?.turn ?? 0;
  // A link to a failure carries the issue, or at least its turn.
  const [linked] = useState(() =>
    url.lens === "issues" && url.issue === null ? issues.findIndex(({ turn }) => turn === url.turn) : -1,
  );
  const chosen = url.issue ?? (linked >= 0 ? linked : null);
  const settle = useCallback((turn: number) => change({ turn }), [change]);
  const { reading, target, read, go } = useReading({
    wanted: url.turn ?? issues[chosen ?? -1]?.turn ?? null,
    first: turns[0]?.turn ?? null,
    settle,
  });
  const { following, follow, over } = useFollowing({ live: card.live, last, wanted: url.turn, go });

  const tabs = lensTabs(view, own.length).filter(
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
  const choose = (issue: number | null, turn: number) => {
    change({ issue });
    show(turn);
  };
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
  const stepIssue = (by: 1 | -1) => {
    const next = nextIssue(own, chosen, by);
    if (next) choose(next.index, next.issue.turn);
  };
  const { id } = card;
  const edit = useCallback((turn: number) => navigate(editLink(id, { turn })), [navigate, id]);
  const replayHere = () => edit(reading ?? last);
  // An exported file cannot play, and players do not know of branches.
  const canPlay = !exported && url.as === null;
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    n: () => stepIssue(1),
    p: () => stepIssue(-1),
    ...(canPlay && { r: replayHere }),
  });

  const transcript = (
    <div className="reading-side">
      {url.as !== null && <EyesNote name={names[url.as] ?? `seat ${url.as}`} back={() => look(null)} />}
      <Transcript
        id={card.id}
        marks={turns}
        titles={titles}
        names={names}
        as={url.as}
        issues={issues}
        chosen={chosen === null ? undefined : issues[chosen]}
        target={target}
        reading={reading}
        onRead={read}
        {...(canPlay && { onReplay: edit })}
        onIssue={openIssue}
      />
    </div>
  );
  return (
    <div className="session">
      {!narrow && <SkipLinks />}
      <SessionHeader view={view} />
      <ExportedNotes />
      <DamageNote damage={view.damage} />
      <SessionStrip
        view={view}
        reading={reading}
        as={url.as}
        show={show}
        look={look}
        {...(card.live && { following, follow })}
        over={over}
        {...(canPlay && { replay: replayHere, replayFrom: reading ?? last })}
      />
      <div className="session-sides">
        <Tabs
          id="lens"
          label="Views of the session"
          tabs={tabs}
          current={shown}
          onChange={(lens) => change({ lens })}
        >
          {shown === "transcript" ? (
            transcript
          ) : (
            <Lens
              name={shown}
              view={view}
              names={names}
              as={url.as}
              chosen={chosen}
              reading={reading}
              go={show}
              choose={choose}
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

/** The guide's title of each turn: "Keys in Fathoms" from "Pulse 3 - Keys in Fathoms". */
const titlesOf = (timeline: SessionView["timeline"]): Map<number, string> =>
  new Map(
    timeline.flatMap(({ type, turn, title }) =>
      (type === "pulse" || type === "conclusion") && title.includes(" - ")
        ? [[turn, title.slice(title.indexOf(" - ") + 3)]]
        : [],
    ),
  );

/** Lists damaged or missing files. The rest of the session is shown. */
function DamageNote({ damage }: { damage: readonly Damage[] }) {
  if (damage.length === 0) return null;
  return (
    <details className="damage-note" role="status" open={damage.length < 3}>
      <summary>
        <b>
          {count(damage.length, "file")} of this session {damage.length === 1 ? "is" : "are"} damaged or
          missing.
        </b>{" "}
        The rest is shown; numbers may be incomplete.
      </summary>
      <DamageList damage={damage} />
    </details>
  );
}

/** Says that a player's view is not complete. */
function EyesNote({ name, back }: { name: string; back: () => void }) {
  return (
    <p className="eyes-note" role="status">
      This is what {name} knows. Other players' private moments, wishes and private answers are hidden, and so
      are issues, scores, lost wishes, cost and branches.
      <button type="button" className="quiet" onClick={back}>
        Show everything
      </button>
    </p>
  );
}

/** Skip past the strip of turns to the content. Visible only when focused. */
function SkipLinks() {
  return (
    <nav className="skip-links" aria-label="Within the session">
      <a className="skip-link" href="#transcript">
        Skip to transcript
      </a>
      <a className="skip-link" href="#lens">
        Skip to views
      </a>
    </nav>
  );
}

/** Follows a live session to its last turn, which arrives together with its end. */
function useFollowing({
  live,
  last,
  wanted,
  go,
}: {
  live: boolean;
  last: number;
  /** A turn from the address: if there is one, the page stays on it. */ wanted: number | null;
  go: (turn: number) => void;
}) {
  const [following, setFollowing] = useState(live && wanted === null);
  const [over, setOver] = useState(false);
  const wasLive = useRef(live);
  useEffect(() => {
    if (following) go(last);
    if (wasLive.current && !live) setOver(true);
    wasLive.current = live;
  }, [following, last, live, go]);
  return { following, follow: setFollowing, /** The session ended while the page was open. */ over };
}
