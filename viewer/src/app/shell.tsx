import { useEffect, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useLiveEvents } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import { ShareButton } from "../share/index.ts";
import { Dialog, useKeys } from "../ui/index.ts";
import { ConnectionBanner, ConnectionMark } from "./connection-banner.tsx";
import { Navigation } from "./navigation.tsx";
import { ThemeSwitch } from "./theme.tsx";

const focusSearch = () => document.querySelector<HTMLElement>("[data-search]")?.focus();

/** The frame around every page: navigation, connection state and keyboard help. */
export function Shell({ children }: { children: ReactNode }) {
  const [helping, setHelping] = useState(false);
  const { connection, retry } = useLiveEvents();
  useFreshPage();
  const [path] = useLocation();
  useKeys({ "?": () => setHelping(true), "/": focusSearch });
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="top-bar">
        <Link href={exported?.home ?? "/"} className="brand">
          {!exported && <img src="/icon.svg" alt="" width="22" height="22" />}
          <span className="brand-name">Rehearse</span>
        </Link>
        {!exported && <Navigation />}
        {exported && path !== exported.home && <Link href={exported.home}>Overview</Link>}
        <div className="top-tools">
          {exported?.isPublic && <span className="muted small">What everybody at the table heard</span>}
          {!exported && <ConnectionMark connection={connection} />}
          {!exported && (
            <Link href="/start" className="button new-run-link">
              New run
            </Link>
          )}
          {!exported && <ShareButton />}
          <ThemeSwitch />
          <button
            type="button"
            className="icon-button"
            onClick={() => setHelping(true)}
            aria-label="Keys and help"
            title="Keys and help (?)"
          >
            <span aria-hidden="true">?</span>
          </button>
        </div>
      </header>
      {!exported && <ConnectionBanner connection={connection} retry={retry} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <HelpDialog open={helping} onClose={() => setHelping(false)} />
    </>
  );
}

const keys = [
  ["?", "show this help"],
  ["/", "focus the search box of the page"],
  ["j  k", "next and previous row of a list or turn of a transcript"],
  ["x", "select a session to compare"],
  ["n  p", "next and previous finding"],
  ["r", "edit and replay the current turn"],
  ["arrows", "in the flow: move between boxes; left and right to private moments and branches"],
  ["c", "copy a link to the page, with its turn or finding"],
  ["Enter", "open the focused item"],
  ["Esc", "close a dialog"],
] as const;

function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <dl className="keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              {key.split("  ").map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        Each session's folder also contains a report (report.md). Programs can use the HTTP API, described in
        /openapi.json.
      </p>
    </Dialog>
  );
}

/** A new page starts at its top, for screen readers too. On going back the browser restores the position. */
function useFreshPage(): void {
  useEffect(() => {
    const begin = () => {
      scrollTo(0, 0);
      document.querySelector<HTMLElement>("#main")?.focus({ preventScroll: true });
    };
    // The router dispatches this event when it navigates.
    addEventListener("pushState", begin);
    return () => removeEventListener("pushState", begin);
  }, []);
}
