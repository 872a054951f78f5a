import { useDeferredValue, type KeyboardEvent } from "react";
import { Link } from "wouter";
import type { SessionPage } from "../../../src/contract/index.ts";
import { compareLink, usePicked, type Picked } from "../experiments/index.ts";
import {
  Command,
  count,
  Empty,
  Filters,
  List,
  NARROW,
  outcomeWords,
  PageHead,
  useAddress,
  useMedia,
  useTitle,
} from "../ui/index.ts";
import { OwnOrAll } from "./own-or-all.tsx";
import { SessionRow } from "./session-row.tsx";
import { useSessionPages } from "./session-queries.ts";
import "./lists.css";

const narrowing = ["q", "story", "prompt", "narrator", "outcome"] as const;
const names = [...narrowing, "view"] as const;
const facets = ["story", "prompt", "narrator", "outcome"] as const;

/** Sessions, newest first. */
export function SessionsPage() {
  useTitle("Sessions");
  const narrow = useMedia(NARROW);
  const { values, set } = useAddress(names);
  const all = values.view === "all";
  const { view: _, ...asked } = useDeferredValue(values);
  const pages = useSessionPages(asked, !all);
  const [first] = pages.data?.pages ?? [];
  const picked = usePicked();
  const isNarrowed = narrowing.some((name) => values[name] !== undefined);
  return (
    <div className="page list-page">
      <PageHead title="Sessions" counted={first && countWords(first)}>
        <OwnOrAll all={all} set={(view) => set({ view })} />
      </PageHead>
      <Filters
        search="story, prompt, narrator, id"
        values={values}
        set={set}
        filters={facets.map((name) => ({
          name,
          label: labels[name],
          options: (first?.facets[name] ?? []).map((one) => ({ ...one, text: outcomeWords(one.value) })),
        }))}
      />
      <List
        what="sessions"
        pages={pages}
        rows={pages.data?.pages.flatMap(({ sessions }) => sessions) ?? []}
        keyOf={({ id }) => id}
        height={narrow ? 96 : 58}
        className="session-list"
        head={<Head />}
        table={{ label: "Sessions", total: first?.total ?? 0 }}
        onKeyDown={tickOnKey}
        clear={isNarrowed ? () => set(Object.fromEntries(narrowing.map((name) => [name, ""]))) : undefined}
        none={<NoneYet all={all} />}
      >
        {(session) => <SessionRow session={session} picked={picked} />}
      </List>
      <CompareBar {...picked} />
    </div>
  );
}

const labels = { story: "Story", prompt: "Prompt", narrator: "Narrator", outcome: "Outcome" } as const;

const columns = [
  { label: "Session" },
  { label: "Outcome" },
  { label: "Turns", number: true },
  { label: "Beats told", number: true },
  { label: "Points lost", number: true },
  { label: "Overall" },
  { label: "Cost", number: true },
  { label: "Played", number: true },
];

const Head = () => (
  <div role="rowgroup">
    <div className="row session-row head" role="row">
      {columns.map(({ label, number }) => (
        <span key={label} role="columnheader" className={number ? "number" : undefined}>
          {label}
        </span>
      ))}
    </div>
  </div>
);

function countWords({ total, reading }: SessionPage): string {
  const sessions = count(total, "session");
  return reading ? `${sessions} so far: read ${reading.read} of ${count(reading.of, "folder")}` : sessions;
}

/** x ticks the focused row, as it does in mail clients. */
function tickOnKey(event: KeyboardEvent<HTMLElement>) {
  if (!(event.target instanceof Element) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "x")
    event.target.closest("[data-row]")?.querySelector<HTMLInputElement>(".tick input")?.click();
}

const NoneYet = ({ all }: { all: boolean }) => (
  <Empty title="No sessions yet">
    {!all && <p>“All” above includes those of experiments.</p>}
    <p>Sessions appear here as soon as they start.</p>
    <p>
      <Link className="button primary" href="/start">
        New run
      </Link>
    </p>
    <p>Or in a terminal, without a key:</p>
    <Command>rehearse play --story innsmouth --prompt baseline --narrator house</Command>
  </Empty>
);

/** The ticked sessions and what to do with them. Stays in view while scrolling. */
function CompareBar({ picked, clear }: Picked) {
  if (picked.length === 0) return null;
  return (
    <aside className="compare-bar" aria-label="Compare sessions">
      <span role="status">
        {count(picked.length, "session")} selected
        {picked.length === 1 && ": select another to compare"}
      </span>
      {picked.length > 1 && (
        <Link className="button primary" href={compareLink(picked)}>
          Compare
        </Link>
      )}
      <button type="button" className="quiet" onClick={clear}>
        Clear selection
      </button>
    </aside>
  );
}
