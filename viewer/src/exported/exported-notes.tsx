import { exported } from "./exported.ts";

/** What the file does not hold, for whoever opens it. */
export const ExportedNotes = () =>
  exported?.notes.map((note) => (
    <p key={note} className="house-note">
      {note}
    </p>
  ));
