import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { SessionView, UsedText } from "../../../../src/contract/index.ts";
import { exported } from "../../exported/index.ts";
import { editLink, editWords, textsQuery } from "../../replay/index.ts";
import { Loading, Problem } from "../../ui/index.ts";

/** The prompt and guide that the session was played with. */
export function TextsLens({ view: { card }, reading }: { view: SessionView; reading: number | null }) {
  const { data, error, refetch } = useQuery(textsQuery(card.id));
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what="the prompt and the guide" />;
  const { prompt, guide, guideForm, notReplayable } = data;
  return (
    <div className="lens">
      {!exported && notReplayable === undefined && card.turns > 0 && (
        <div className="lens-bar">
          <Link className="button" href={editLink(card.id, { turn: reading ?? card.turns })}>
            {editWords(reading ?? card.turns)}
          </Link>
        </div>
      )}
      {notReplayable !== undefined && <p className="muted">{notReplayable}</p>}
      {prompt.text !== "" && <Used kind="prompt" used={prompt} />}
      <Used kind="guide" used={guide} sent={guideForm === "notes" ? "sent as notes" : "sent in full"} />
    </div>
  );
}

function Used({ kind, used, sent }: { kind: "prompt" | "guide"; used: UsedText; sent?: string }) {
  const { name, text } = used;
  return (
    <section className="used-text">
      <h2>
        {kind === "prompt" ? "Prompt" : "Guide"} {name}{" "}
        {sent !== undefined && <span className="muted small">{sent}</span>}{" "}
      </h2>
      <pre tabIndex={0} aria-label={`The ${kind} ${name}`}>
        {text}
      </pre>
    </section>
  );
}
