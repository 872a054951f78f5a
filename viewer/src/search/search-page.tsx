import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Link } from "wouter";
import type { Passage, SearchPage as Answer } from "../../../src/contract/index.ts";
import { getJson, withQuery } from "../api/index.ts";
import { Badge, count, Empty, Loading, Problem, useAddress, useTitle, when } from "../ui/index.ts";
import { passageWords } from "./passage-words.ts";
import "./search.css";

const names = ["q"] as const;

/** Words in the transcripts, findings and prompts of all sessions. */
export function SearchPage() {
  useTitle("Search");
  const { values, set } = useAddress(names);
  const q = values.q ?? "";
  const pages = useInfiniteQuery({
    queryKey: ["search", q],
    queryFn: ({ pageParam, signal }) => getJson<Answer>("/api/search", { q, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: q.trim() !== "",
  });
  const results = pages.data?.pages.flatMap(({ results }) => results) ?? [];
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  return (
    <div className="page search-page">
      <div className="page-head">
        <h1>Search</h1>
        <span className="muted number" role="status">
          {q !== "" &&
            pages.isSuccess &&
            `${hasNextPage ? "at least " : ""}${count(results.length, "session")}`}
        </span>
      </div>
      <SearchForm key={q} q={q} search={(q) => set({ q })} />
      {q !== "" && pages.isPending && <Loading what="results" />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {q !== "" && pages.isSuccess && results.length === 0 && (
        <Empty title="No results">
          <p>No passage contains all of these words. Try fewer words, or part of a word.</p>
        </Empty>
      )}
      <ol className="found-sessions">
        {results.map((result) => (
          <li key={result.session.id}>
            <Result {...result} q={q} />
          </li>
        ))}
      </ol>
      {results.length > 0 && hasNextPage && (
        <p className="more">
          <button type="button" disabled={isFetching} onClick={() => void fetchNextPage()}>
            Older sessions
          </button>
        </p>
      )}
    </div>
  );
}

/** Searches on Enter: a long workspace is not read again for every letter. */
function SearchForm({ q, search }: { q: string; search: (q: string) => void }) {
  const [text, setText] = useState(q);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(text.trim());
  };
  return (
    <form role="search" className="search-form" onSubmit={submit}>
      <input
        data-search
        type="search"
        autoFocus={q === ""}
        aria-label="Words to search for"
        placeholder={'words, or "a phrase", in transcripts, findings and prompts'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="primary">
        Search
      </button>
    </form>
  );
}

function Result({ session, hits, passages, q }: Answer["results"][number] & { q: string }) {
  const { id, story, prompt, narrator, at, branchedFrom } = session;
  const path = `/sessions/${encodeURIComponent(id)}`;
  return (
    <section className="found-session" aria-label={id}>
      <h2>
        <Link href={withQuery(path, { q })}>{[prompt, narrator, story].join(" · ")}</Link>
        <span className="muted small">
          {id}
          {branchedFrom && `, branch from turn ${branchedFrom.turn + 1}`} · {when(at)} ·{" "}
          {count(hits, "passage")}
        </span>
      </h2>
      <ul>
        {passages.map((passage, at) => (
          <li key={at}>
            <PassageLink passage={passage} path={path} q={q} />
          </li>
        ))}
      </ul>
      {hits > passages.length && (
        <p className="small">
          <Link href={withQuery(path, { q })}>
            {count(hits - passages.length, "more passage")} in this session
          </Link>
        </p>
      )}
    </section>
  );
}

function PassageLink({ passage, path, q }: { passage: Passage; path: string; q: string }) {
  const { turn, kind, snippet } = passage;
  return (
    <Link className="passage" href={withQuery(path, { turn, q: kind === "prompt" ? undefined : q })}>
      <span className="from muted small">
        {turn !== undefined && `turn ${turn} · `}
        {passageWords(passage)} {kind === "private" && <Badge>private</Badge>}
      </span>
      <span className="snippet">
        {snippet.map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))}
      </span>
    </Link>
  );
}
