import { useEffect, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { postJson, useLiveEvents, useServerInfo } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import { JobsTray } from "../runs/index.ts";
import { ShareButton } from "../share/index.ts";
import { Dialog, Icon, useKeys } from "../ui/index.ts";
import { ConnectionBanner, ConnectionMark } from "./connection-banner.tsx";
import { Navigation } from "./navigation.tsx";
import { ThemeSwitch } from "./theme.tsx";

/** The box of this page, or the page that searches everything. */
function focusSearch(navigate: (to: string) => void): void {
  const box = document.querySelector<HTMLElement>("[data-search]");
  if (box) box.focus();
  else if (!exported) navigate("/search");
}

/** The frame around every page: navigation, connection state and keyboard help. */
export function Shell({ children }: { children: ReactNode }) {
  const [helping, setHelping] = useState(false);
  const { connection, retry } = useLiveEvents();
  useFreshPage();
  const [, navigate] = useLocation();
  useKeys({ "?": () => setHelping(true), "/": () => focusSearch(navigate) });
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="top-bar">
        <Link href={exported?.home ?? "/sessions"} className="brand">
          {!exported && <img src="/icon.svg" alt="" width="22" height="22" />}
          <span className="brand-name">Rehearse</span>
        </Link>
        <Navigation />
        <div className="top-tools">
          {exported?.isPublic && <span className="muted small">What everybody at the table heard</span>}
          {!exported && <ConnectionMark connection={connection} />}
          {!exported && (
            <Link
              href="/search"
              className="button icon-button"
              aria-label="Search all sessions"
              title="Search all sessions"
            >
              <Icon name="search" />
            </Link>
          )}
          {!exported && (
            <Link href="/start" className="button new-run-link">
              New run
            </Link>
          )}
          {!exported && <ShareButton />}
          <LogOut />
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
      {!exported && <JobsTray />}
      <HelpDialog open={helping} onClose={() => setHelping(false)} />
    </>
  );
}

/** Only for servers with a token. */
function LogOut() {
  const { login } = useServerInfo();
  if (!login) return null;
  const leave = () => {
    const away = () => location.assign("/login");
    void postJson("/logout").then(away, away);
  };
  return (
    <button type="button" className="quiet" onClick={leave}>
      Log out
    </button>
  );
}

const keys = [
  ["?", "show this help"],
  ["/", "focus the search box of the page, or search all sessions"],
  ["j  k", "next and previous row of a list or turn of a transcript"],
  ["x", "select a session to compare"],
  ["left  right", "collapse and expand a row of sessions"],
  ["n  p", "next and previous finding, or search match"],
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
