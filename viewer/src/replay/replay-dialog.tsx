import { Link } from "wouter";
import type { SessionView } from "../../../src/contract/index.ts";
import { Dialog } from "../ui/index.ts";
import { ReplayForm } from "./replay-form.tsx";
import "./replay.css";

/** Another telling from a turn on. */
export function ReplayDialog({
  view,
  turn,
  onClose,
  onStarted,
}: {
  view: SessionView;
  turn: number | null;
  onClose: () => void;
  onStarted: () => void;
}) {
  const started = () => {
    onClose();
    onStarted();
  };
  return (
    <Dialog open={turn !== null} onClose={onClose} title={`Replay from turn ${turn ?? 0}`}>
      {turn !== null &&
        (isParents(view, turn) ? (
          <InParent view={view} turn={turn} onClose={onClose} />
        ) : (
          <ReplayForm view={view} turn={turn} onStarted={started} />
        ))}
    </Dialog>
  );
}

/** A branch begins where its parent was left: what came before can only be played on from there. */
const isParents = ({ card }: SessionView, turn: number): boolean => turn < (card.inherited?.turns ?? 0);

function InParent({
  view: { card, branches },
  turn,
  onClose,
}: {
  view: SessionView;
  turn: number;
  onClose: () => void;
}) {
  const parent = branches.find(({ id }) => id === card.id)?.parent;
  return (
    <p>
      Turn {turn} was played in the session that this is a branch of.{" "}
      {parent == null ? (
        "That session is not here any more: choose a later turn."
      ) : (
        <>
          <Link href={`/sessions/${encodeURIComponent(parent)}?turn=${turn}`} onClick={onClose}>
            Open it at turn {turn}
          </Link>{" "}
          to replay from there, or choose turn {card.inherited?.turns} or later here.
        </>
      )}
    </p>
  );
}
