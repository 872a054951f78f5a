import type { Issue } from "../../../src/contract/index.ts";
import { kindWords, quotedFrom } from "../../../src/contract/playtest/finding-words.ts";
import { asCut, Badge, titled } from "../ui/index.ts";

/** The finding that led to the editor. */
export function FindingNote({ issue: { turn, kind, severity, description, evidence } }: { issue: Issue }) {
  return (
    <section className={`finding-note ${severity}`} aria-label="The finding">
      <p>
        <Badge tone={severity === "error" ? "bad" : "warn"}>{severity}</Badge>{" "}
        <b>{titled(kindWords(kind))}</b> <span className="muted">in turn {turn}</span>
      </p>
      <p>{description}</p>
      {evidence.slice(0, 2).map(({ turn, text }, at) => (
        <blockquote key={at}>
          <span className="muted small">{quotedFrom(turn)}</span> <q>{asCut(text)}</q>
        </blockquote>
      ))}
    </section>
  );
}
