import type { Issue } from "../../../src/contract/index.ts";
import { kindWords } from "../../../src/contract/playtest/finding-words.ts";
import { Quotes, Severity, titled } from "../ui/index.ts";

/** The finding that led to the editor. */
export const FindingNote = ({ issue: { turn, kind, severity, description, evidence } }: { issue: Issue }) => (
  <section className={`finding-note ${severity}`} aria-label="The finding">
    <p>
      <Severity severity={severity} /> <b>{titled(kindWords(kind))}</b>{" "}
      <span className="muted">in turn {turn}</span>
    </p>
    <p>{description}</p>
    <Quotes quotes={evidence.slice(0, 2)} />
  </section>
);
