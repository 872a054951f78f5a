/** Says that what is read is not all there is. */
export function EyesNote({ name, back }: { name: string; back: () => void }) {
  return (
    <p className="eyes-note" role="status">
      Through {name}'s eyes: what was told to others alone, and what they wished or answered in private, is not here.
      <button type="button" className="quiet" onClick={back}>
        Show everything
      </button>
    </p>
  );
}
