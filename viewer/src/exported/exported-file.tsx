/** The same viewer in a file of its own: `rehearse export --html` puts what the server would have answered into the page. */
export type Exported = {
  /** The page that opens first. */
  home: string;
  /** The parts of the navigation that have something to show. */
  places: readonly string[];
  /** By address, with the query where it matters. */
  answers: Readonly<Record<string, unknown>>;
  /** Only what everybody at the table heard is in it: there are no other eyes to see through. */
  isPublic: boolean;
  /** What is not in it, and why. */
  notes: readonly string[];
  /** By address: why one thing is not in it. */
  problems: Readonly<Record<string, { message: string; remedy: string }>>;
};

/** Undefined: there is a server to ask (or, in unit tests, no page). */
export const exported: Exported | undefined = read();

function read(): Exported | undefined {
  const text = globalThis.document?.querySelector("#rehearse-data[type='application/json']")?.textContent;
  return text == null ? undefined : (JSON.parse(text) as Exported);
}

/** What the file does not hold, for whoever opens it. */
export const ExportedNotes = () =>
  exported?.notes.map((note) => (
    <p key={note} className="house-note">
      {note}
    </p>
  ));
