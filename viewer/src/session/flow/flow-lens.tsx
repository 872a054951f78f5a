import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Link } from "wouter";
import type { SessionView } from "../../../../src/contract/index.ts";
import { branchFacts, branchName, fromTurnOf, issuesFound, ownTurns, shortName } from "../../replay/index.ts";
import { count, Empty, OutcomeBadge, score, turnSpan } from "../../ui/index.ts";
import { boxesAt, type Beat } from "./beats.ts";
import { flowRows, walkTo, type Box, type FlowRow } from "./flow-rows.ts";
import "./flow.css";

type FlowLensProps = {
  view: SessionView;
  as: number | null;
  reading: number | null;
  go: (turn: number) => void;
};

/** Estimated height of a row in pixels; each is measured once it is rendered. */
const ROW = 74;
/** A box that was out of view is rendered a few frames later. */
const FRAMES = 20;

/**
 * The session as a flow: the story runs down the middle, tangents swing out, private moments are on the left and
 * branches on the right. A player's view leaves out what only others heard.
 */
export function FlowLens({ view, as, reading, go }: FlowLensProps) {
  /** Turns whose branches were clicked an odd number of times. */
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(
    () =>
      flowRows({
        id: view.card.id,
        timeline: view.timeline,
        issues: as === null ? view.result.issues : [],
        moments: view.result.privateMoments.filter(({ seat }) => as === null || seat === as),
        branches: view.branches,
        toggled,
        told: new Map(view.turns.flatMap(({ turn, pulse }) => (pulse === undefined ? [] : [[turn, pulse]]))),
        last: view.turns.at(-1)?.turn ?? 0,
      }),
    [view, as, toggled],
  );
  const { ids, exact } = useMemo(
    () =>
      boxesAt(
        rows.map(({ beat }) => beat),
        reading,
      ),
    [rows, reading],
  );
  const current = rows.findIndex(({ beat }) => beat.id === ids[0]);
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.beat.id ?? index,
    overscan: 8,
    paddingStart: 16,
    paddingEnd: 16,
    initialOffset: Math.max(0, current * ROW - 150),
  });
  const [stop, setStop] = useState<Box | null>(null);
  useEffect(() => {
    if (current < 0) return;
    virtual.scrollToIndex(current, { align: "auto" });
    // Keep a focused box as the stop: clicking it is what changed the current turn.
    if (!box.current?.contains(document.activeElement)) setStop(null);
  }, [current, virtual]);
  if (view.timeline.length === 0)
    return <Empty title="No beats yet">Beats appear here as the narrator tells them.</Empty>;

  const stopAt = stop ?? (`${Math.max(0, current)}/beat/0` as const);
  const nodeProps = (name: Box) => ({
    "data-box": name,
    tabIndex: name === stopAt ? 0 : -1,
    onFocus: () => setStop(name),
  });
  const press = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement && event.target.dataset["box"];
    const to = from && walkTo(rows, from as Box, event.key);
    if (!from || !event.key.match(/^(Arrow|Home|End)/)) return;
    event.preventDefault();
    if (!to) return;
    virtual.scrollToIndex(Number.parseInt(to), { align: "auto" });
    focusSoon(box.current, to, FRAMES);
  };
  const last = rows.length - 1;
  return (
    <div
      ref={box}
      className={`flow ${view.branches.length > 1 ? "" : "unbranched"}`}
      role="group"
      aria-label="The session as a flow. The arrow keys move between boxes."
      onKeyDown={press}
    >
      <div className="flow-rows" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const { beat, moments, branches, fork } = rows[index]!;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={`flow-row ${isAway(beat) ? "away" : ""}`}
              style={{ transform: `translateY(${start}px)` }}
            >
              <div className="flow-moments">
                {moments.map((moment, at) => (
                  <MomentNode
                    key={`${moment.turn} ${moment.seat}`}
                    moment={moment}
                    go={go}
                    {...nodeProps(`${index}/moment/${at}`)}
                  />
                ))}
              </div>
              <div className={`flow-beat ${index === last ? "last" : ""}`}>
                <BeatNode
                  beat={beat}
                  mark={ids.includes(beat.id) ? (exact ? "current" : "near") : ""}
                  go={go}
                  {...nodeProps(`${index}/beat/0`)}
                />
              </div>
              <div className="flow-branches">
                {fork && (
                  <button
                    type="button"
                    className="flow-node fork"
                    aria-expanded={fork.open}
                    onClick={() => setToggled((before) => before.symmetricDifference(new Set([beat.turn])))}
                    {...nodeProps(`${index}/branch/0`)}
                  >
                    <span aria-hidden="true">{fork.open ? "−" : "+"}</span>{" "}
                    {count(fork.count, "branch", "branches")}
                  </button>
                )}
                {branches.map((one, at) => (
                  <BranchNode key={one.branch.id} {...one} {...nodeProps(`${index}/branch/${at + 1}`)} />
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}

const isAway = ({ kind, away }: Beat): boolean => kind === "tangent" || away === true;

function focusSoon(flow: HTMLElement | null, name: Box, frames: number): void {
  const box = flow?.querySelector<HTMLElement>(`[data-box="${name}"]`);
  if (box) box.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusSoon(flow, name, frames - 1));
}

type NodeProps = { "data-box": Box; tabIndex: number; onFocus: () => void };

function BeatNode({
  beat: { kind, turn, endTurn, title, about, errors, warnings },
  mark,
  go,
  ...node
}: NodeProps & { beat: Beat; mark: "current" | "near" | ""; go: (turn: number) => void }) {
  const issues = errors + warnings;
  return (
    <button
      type="button"
      className={`flow-node beat ${kind} ${mark}`}
      onClick={() => go(turn)}
      aria-current={mark === "current" ? "true" : undefined}
      title={[title, about].filter(Boolean).join("\n")}
      {...node}
    >
      <Turn>{endTurn > turn ? `${turn}–${endTurn}` : turn}</Turn>
      <span className="flow-title">{title}</span>
      {issues > 0 && (
        <span
          className={`flow-issues ${errors > 0 ? "error" : ""}`}
          title={`${count(issues, "finding")} in ${turnSpan(turn, endTurn)}`}
        >
          <span aria-hidden="true">!</span>
          {issues > 1 ? issues : ""}
          <span className="visually-hidden">{issues === 1 ? "a finding" : "findings"}</span>
        </span>
      )}
    </button>
  );
}

const Turn = ({ children }: { children: ReactNode }) => <span className="flow-turn">{children}</span>;

const MomentNode = ({
  moment: { turn, target, shared, payoffTurn, about },
  go,
  ...node
}: NodeProps & { moment: FlowRow["moments"][number]; go: (turn: number) => void }) => (
  <button
    type="button"
    className="flow-node moment"
    title={`In turn ${turn} told to ${target} alone. ${about ?? ""}`.trim()}
    onClick={() => go(turn)}
    {...node}
  >
    <Turn>{turn}</Turn>
    <span className="flow-title">
      only {target}
      <small>
        {shared ? "shared" : "kept secret"}
        {payoffTurn === undefined ? "" : `, back in turn ${payoffTurn}`}
      </small>
    </span>
  </button>
);

/** A branch, with only its own turns: inherited ones are shown in its parent. */
const BranchNode = ({ branch, depth, ...node }: NodeProps & FlowRow["branches"][number]) => {
  const { id, outcome, live, turns, issues, errors } = branch;
  const fromTurn = fromTurnOf(branch);
  return (
    <Link
      href={`/sessions/${encodeURIComponent(id)}?turn=${Math.min(turns, fromTurn + 1)}`}
      className="flow-node branch"
      style={{ marginLeft: `${depth}rem` }}
      title={[id, branchName(branch.branchedFrom!), ...branchFacts(branch, score)].join("\n")}
      {...node}
    >
      <span className="flow-title">
        {shortName(branch.branchedFrom!)}
        <small className={errors > 0 ? "problem-text" : undefined}>
          {ownTurns(fromTurn, turns) ?? "no turn yet"}: {issuesFound(issues)}
        </small>
      </span>
      {(live || outcome !== "stopped") && <OutcomeBadge outcome={outcome} live={live} />}
    </Link>
  );
};
