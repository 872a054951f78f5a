import { useCallback, useEffect, useMemo, useState } from "react";
import type { SessionView, TurnMark } from "../../../src/contract/playtest-api.ts";
import { exported } from "../exported/index.ts";
import { ReplayDialog } from "../replay/index.ts";
import { NARROW, Tabs, useKeys, useMedia } from "../ui/index.ts";
import { EyesSelect } from "./eyes-select.tsx";
import { EyesNote } from "./eyes-note.tsx";
import { Lens, lensTabs } from "./lens.tsx";
import { SessionHeader } from "./session-header.tsx";
import { TurnBars } from "./charts/turn-bars.tsx";
import { Transcript } from "./transcript/transcript.tsx";
import { useReading } from "./use-reading.ts";
import { useSessionUrl, type LensName } from "./use-session-url.ts";

/** The transcript on one side, a lens to look at it through on the other; on a narrow screen one of them at a time. */
export function SessionStage({ view }: { view: SessionView }) {
  const narrow = useMedia(NARROW);
  const [url, change] = useSessionUrl();
  const [replaying, setReplaying] = useState<number | null>(null);
  const [follow, setFollow] = useState(view.card.live && url.turn === null);
  const { issues } = view.result;
  const names = useMemo(() => namesOf(view.players), [view.players]);
  const last = view.turns.at(-1)?.turn ?? 0;
  const settle = useCallback((turn: number) => change({ turn }), [change]);
  const { reading, target, read, go } = useReading({ wanted: url.turn ?? issues[url.issue ?? -1]?.turn ?? null, first: view.turns[0]?.turn ?? null, settle });

  useEffect(() => {
    // A link to a failure names its turn: the issue of that turn is meant.
    const issue = url.lens === "issues" && url.issue === null ? issues.findIndex(({ turn }) => turn === url.turn) : -1;
    if (issue >= 0) change({ issue });
    // Once: whoever reads on may come by other issues.
  }, []);

  useEffect(() => {
    if (follow && view.card.live) go(last);
  }, [follow, last, view.card.live, go]);

  const lens: LensName = url.lens ?? (narrow ? "transcript" : "flow");
  const shown = !narrow && lens === "transcript" ? "flow" : lens;
  const show = useCallback((turn: number) => {
    setFollow(false);
    go(turn);
    if (narrow) change({ lens: "transcript" });
  }, [go, narrow, change]);
  const choose = (issue: number, turn: number) => {
    change({ issue: issue < 0 ? null : issue });
    show(turn);
  };
  const look = useCallback((as: number | null) => change({ as }), [change]);
  const openIssue = useCallback((turn: number) => {
    const issue = issues.findIndex((issue) => issue.turn === turn);
    if (issue >= 0) change({ issue, lens: "issues" });
  }, [issues, change]);
  const step = (by: number) => {
    const at = view.turns.findIndex(({ turn }) => turn === reading);
    const next = view.turns[Math.max(0, Math.min(view.turns.length - 1, (at < 0 ? 0 : at) + by))];
    if (next) show(next.turn);
  };
  const stepIssue = (by: number) => {
    const next = ((url.issue ?? (by > 0 ? -1 : 0)) + by + issues.length) % issues.length;
    const issue = issues[next];
    if (issue) choose(next, issue.turn);
  };
  const replayHere = () => setReplaying(reading ?? last);
  // A file plays nothing.
  const canPlay = !exported;
  useKeys({ j: () => step(1), k: () => step(-1), n: () => stepIssue(1), p: () => stepIssue(-1), ...(canPlay && { r: replayHere }) });

  const transcript = (
    <div className="reading-side">
      {url.as !== null && <EyesNote name={names[url.as] ?? `seat ${url.as}`} back={() => look(null)} />}
      <Transcript id={view.card.id} marks={view.turns} names={names} as={url.as} issues={issues} chosen={url.issue === null ? undefined : issues[url.issue]} target={target} reading={reading} onRead={read} {...(canPlay && { onReplay: setReplaying })} onIssue={openIssue} />
    </div>
  );
  const tabs = lensTabs(view).filter(({ name }) => (narrow || name !== "transcript") && (canPlay || name !== "branches" || view.branches.length > 1));
  return (
    <div className="session">
      <SessionHeader view={view} />
      <div className="session-strip">
        <TurnBars marks={view.turns} value={({ kind }) => weights[kind]} label="What each turn was" text={String} height={34} reading={reading} onTurn={show} />
        <EyesSelect players={view.players} as={url.as} look={look} />
        {view.card.live && (
          <button type="button" aria-pressed={follow} onClick={() => setFollow(!follow)}>
            Follow
          </button>
        )}
        {canPlay && (
          <button type="button" onClick={replayHere}>
            Replay from turn {reading ?? last}
          </button>
        )}
      </div>
      <div className="session-sides">
        <Tabs label="Ways to look at the session" tabs={tabs} current={shown} onChange={(lens) => change({ lens })}>
          {shown === "transcript" ? transcript : <Lens name={shown} view={view} names={names} url={url} reading={reading} go={show} choose={choose} look={look} replay={canPlay ? replayHere : undefined} />}
        </Tabs>
        {!narrow && transcript}
      </div>
      {canPlay && <ReplayDialog view={view} turn={replaying} onClose={() => setReplaying(null)} onStarted={() => change({ lens: "branches" })} />}
    </div>
  );
}

/** How high a turn stands in the strip: the story high, what is beside it low. */
const weights: Record<TurnMark["kind"], number> = { pulse: 1, conclusion: 1, recovery: 0.75, tangent: 0.55, creation: 0.4, other: 0.3 };

/** Names by seat. */
function namesOf(players: SessionView["players"]): string[] {
  const names: string[] = [];
  for (const { seat, name } of players) names[seat] = name;
  return names;
}
