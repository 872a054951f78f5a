import { useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useLiveEvents } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import { JobsTray } from "../replay/index.ts";
import { useKeys } from "../ui/index.ts";
import { ConnectionBanner } from "./connection-banner.tsx";
import { ConnectionMark } from "./connection-mark.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { useFreshPage } from "./use-fresh-page.ts";

const places = [
  { href: "/sessions", name: "Sessions" },
  { href: "/matrices", name: "Matrices" },
  { href: "/failures", name: "Failures" },
  { href: "/retrieval", name: "Retrieval" },
].filter(({ href }) => exported?.places.includes(href) ?? true);

const focusSearch = () => document.querySelector<HTMLElement>("[data-search]")?.focus();

/** What stands around every page: where one is, whether news arrive, and what the keys do. */
export function Shell({ children }: { children: ReactNode }) {
  const [helping, setHelping] = useState(false);
  const [path] = useLocation();
  const { connection, retry } = useLiveEvents();
  useFreshPage();
  useKeys({ "?": () => setHelping(true), "/": focusSearch });
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="top-bar">
        <Link href={exported?.home ?? "/sessions"} className="brand">
          {!exported && <img src="/icon.svg" alt="" width="22" height="22" />}
          Rehearse
        </Link>
        {places.length > 0 && (
          <nav aria-label="Main">
            {places.map(({ href, name }) => (
              <Link key={href} href={href} aria-current={path.startsWith(href) ? "page" : undefined}>
                {name}
              </Link>
            ))}
          </nav>
        )}
        <div className="top-tools">
          {exported?.isPublic && <span className="muted small">What everybody at the table heard</span>}
          {!exported && <ConnectionMark connection={connection} />}
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
