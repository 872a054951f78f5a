import { useCallback, useMemo, useState } from "react";
import type { SessionView } from "../../../src/contract/index.ts";
import { exported, ExportedNotes } from "../exported/index.ts";
import { ReplayDialog } from "../replay/index.ts";
import { NARROW, Tabs, useKeys, useMedia } from "../ui/index.ts";
import { DamageNote } from "./damage-note.tsx";
import { EyesNote } from "./eyes-note.tsx";
import { Lens, lensTabs } from "./lens.tsx";
import { nextIssue, ownIssues } from "./own-issues.ts";
import { SessionHeader } from "./session-header.tsx";
import { SessionStrip } from "./session-strip.tsx";
import { SkipLinks } from "./skip-links.tsx";
import { Transcript } from "./transcript/transcript.tsx";
import { useFollowing } from "./use-following.ts";
import { useReading } from "./use-reading.ts";
import type { LensName, SessionUrl } from "./use-session-url.ts";

/** The transcript on one side, a lens to look at it through on the other; on a narrow screen one of them at a time. */
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
  const [replaying, setReplaying] = useState<number | null>(null);
  const { card, turns, players } = view;
  const { issues } = view.result;
  const names = useMemo(() => namesOf(players), [players]);
  const titles = useMemo(() => titlesOf(view.timeline), [view.timeline]);
  const own = useMemo(() => ownIssues(view), [view]);
  const last = turns.at(-1)?.turn ?? 0;
  // A link to a failure names the issue, or at least its turn.
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
  const replayHere = () => setReplaying(reading ?? last);
  // A file plays nothing, and a player knows nothing of branches.
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
        {...(canPlay && { onReplay: setReplaying })}
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
          label="Ways to look at the session"
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
      {canPlay && (
        <ReplayDialog
          view={view}
          turn={replaying}
          onClose={() => setReplaying(null)}
          onStarted={() => change({ lens: "branches" })}
        />
      )}
    </div>
  );
}

/** Names by seat. */
function namesOf(players: SessionView["players"]): string[] {
  const names: string[] = [];
  for (const { seat, name } of players) names[seat] = name;
  return names;
}

/** "Pulse 3 - Keys in Fathoms" is turn 5: what the guide calls it. */
const titlesOf = (timeline: SessionView["timeline"]): Map<number, string> =>
  new Map(
    timeline.flatMap(({ type, turn, title }) =>
      (type === "pulse" || type === "conclusion") && title.includes(" - ")
        ? [[turn, title.slice(title.indexOf(" - ") + 3)]]
        : [],
    ),
  );
