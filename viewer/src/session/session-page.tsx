import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Loading, Problem, useTitle } from "../ui/index.ts";
import { sessionQuery } from "./session-queries.ts";
import { SessionStage } from "./session-stage.tsx";
import { useSessionUrl } from "./use-session-url.ts";
import "./lenses/lenses.css";
import "./session.css";

/** One session, finished or live, in full or through a player's eyes. */
export function SessionPage({ id }: { id: string }) {
  const [url, change] = useSessionUrl();
  const view = useQuery(sessionQuery(id, url.as));
  const card = view.data?.card;
  const eyes = view.data?.players.find(({ seat }) => seat === url.as)?.name;
  useTitle(
    card ? [card.story, card.prompt, card.narrator, eyes && `as ${eyes}`].filter(Boolean).join(", ") : id,
  );
  if (view.isPending) return <Loading what="the session" />;
  if (!view.data)
    return (
      <>
        <Problem as="h1" error={view.error} onRetry={() => void view.refetch()} />
        <p className="after-problem">
          {url.as !== null && (
            <button type="button" onClick={() => change({ as: null })}>
              See the whole session
            </button>
          )}{" "}
          <Link href="/">Start page</Link>
        </p>
      </>
    );
  return <SessionStage key={url.as ?? "all"} view={view.data} url={url} change={change} />;
}
