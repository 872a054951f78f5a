import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { SessionView, UsedText } from "../../../../src/contract/index.ts";
import { exported } from "../../exported/index.ts";
import { editLink, editWords, textsQuery } from "../../replay/index.ts";
import { Badge, Loading, Problem, TextDiff } from "../../ui/index.ts";

/** The prompt and guide that the session was played with, and what has changed in their files since. */
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
  const { name, text, today } = used;
  return (
    <section className="used-text">
      <h3>
        {kind === "prompt" ? "Prompt" : "Guide"} {name}{" "}
        {sent !== undefined && <span className="muted small">{sent}</span>}{" "}
        {!exported && today.state === "differs" && <Badge tone="warn">changed since</Badge>}
      </h3>
      {!exported && today.state === "missing" && (
        <p className="muted small">No {kind} of this name is in the workspace or the package.</p>
      )}
      {today.state === "unreadable" && (
        <p className="problem-text small">The current file cannot be used: {today.problem}</p>
      )}
      {today.text !== undefined && (
        <details>
          <summary>What has changed in the {kind} since this session</summary>
          <TextDiff before={text.trim()} after={today.text.trim()} label={`Changes of the ${kind} ${name}`} />
        </details>
      )}
      <pre tabIndex={0} aria-label={`The ${kind} ${name}`}>
        {text}
      </pre>
    </section>
  );
}
