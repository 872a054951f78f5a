import type { SessionView } from "../../../src/contract/playtest-api.ts";
import { Dialog } from "../ui/index.ts";
import { ReplayForm } from "./replay-form.tsx";
import "./replay.css";

/** Another telling from a turn on. */
export function ReplayDialog({ view, turn, onClose, onStarted }: { view: SessionView; turn: number | null; onClose: () => void; onStarted: () => void }) {
  const started = () => {
    onClose();
    onStarted();
  };
  return (
    <Dialog open={turn !== null} onClose={onClose} title={`Replay from turn ${turn ?? 0}`}>
      {turn !== null && <ReplayForm view={view} turn={turn} onStarted={started} />}
    </Dialog>
  );
}
