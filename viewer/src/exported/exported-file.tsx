/** The viewer as a single file: `rehearse export` embeds the server's answers in the page. */
export type Exported = {
  /** The page that opens first. */
  home: string;
  /** By address, including the query where it matters. */
  answers: Readonly<Record<string, unknown>>;
  /** The file holds only what everybody at the table heard, so there are no players' views. */
  isPublic: boolean;
  /** What the file leaves out, and why. */
  notes: readonly string[];
};

/** Undefined when there is a server to ask (or, in unit tests, no page). */
export const exported: Exported | undefined = read();

function read(): Exported | undefined {
  const text = globalThis.document?.querySelector("#rehearse-data[type='application/json']")?.textContent;
  return text == null ? undefined : (JSON.parse(text) as Exported);
}

/** Tells readers what the file leaves out. */
export const ExportedNotes = () =>
  exported?.notes.map((note) => (
    <p key={note} className="house-note">
      {note}
    </p>
  ));
