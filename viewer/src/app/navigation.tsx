import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { useServerInfo } from "../api/index.ts";
import { isOpen, jobsQuery } from "../runs/index.ts";

type Suite = "playtest" | "retrieval";

/**
 * Each entry is current on the pages below its own address and below those in `also`. One of a suite that the workspace
 * does not use is left out.
 */
const places: ReadonlyArray<{ href: string; name: string; also?: readonly string[]; of?: Suite }> = [
  { href: "/sessions", name: "Sessions", also: ["/compare"], of: "playtest" },
  { href: "/experiments", name: "Experiments", also: ["/matrices", "/ab", "/bisects"], of: "playtest" },
  { href: "/failures", name: "Failures", of: "playtest" },
  { href: "/retrieval", name: "Retrieval", of: "retrieval" },
  { href: "/runs", name: "Runs", also: ["/start"] },
];

/** The main places. On a narrow screen the row scrolls by itself, without moving the page. */
export function Navigation() {
  const [path] = useLocation();
  const { uses } = useServerInfo();
  const shown = places.filter(({ href, of }) => of === undefined || uses[of] || isBelow(path, href));
  return (
    <nav aria-label="Main">
      {shown.map(({ href, name, also = [] }) => (
        <Link
          key={href}
          href={href}
          aria-current={[href, ...also].some((place) => isBelow(path, place)) ? "page" : undefined}
        >
          {name}
          {href === "/runs" && <RunningCount />}
        </Link>
      ))}
    </nav>
  );
}

/** How many jobs of this server are playing. */
function RunningCount() {
  const { data } = useQuery(jobsQuery);
  const running = data?.jobs.filter(isOpen).length ?? 0;
  if (running === 0) return null;
  return (
    <span className="tab-count running-count" title={`${running} playing now`}>
      {running}
    </span>
  );
}

const isBelow = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
