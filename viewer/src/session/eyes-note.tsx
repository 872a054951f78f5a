/** Says that what is read is not all there is. */
export function EyesNote({ name, back }: { name: string; back: () => void }) {
  return (
    <p className="eyes-note" role="status">
      Through {name}'s eyes: what was told to others alone, what they wished or answered in private, and what
      only the harness knows (issues, scores, which wishes got lost, cost, branches) is not on this page. What
      the group told the narrator is: everybody heard it.
      <button type="button" className="quiet" onClick={back}>
        Show everything
      </button>
    </p>
  );
}
