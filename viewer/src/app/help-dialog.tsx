import { Dialog } from "../ui/index.ts";

const keys = [
  ["?", "this help"],
  ["/", "to the search box of Sessions and of the retrieval tests"],
  ["j  k", "next and previous: row of a list, turn of a transcript"],
  ["x", "tick a session of the list, to compare it"],
  ["n  p", "next and previous issue of a session"],
  ["r", "replay from the turn that is read"],
  ["arrows", "in the flow: from box to box; left and right to private moments and branches"],
  ["Enter", "open what has the focus"],
  ["Esc", "close a dialog"],
] as const;

export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <dl className="keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              {key.split("  ").map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        Each session's folder also has a report to read without this page (report.md). For programs, the same
        is told by the API, which /openapi.json describes.
      </p>
    </Dialog>
  );
}
