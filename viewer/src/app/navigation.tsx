import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { exported } from "../exported/index.ts";
import { isOpen, jobsQuery } from "../runs/index.ts";

/** Each entry is current on the pages below its own address and below those in `also`. */
const places: ReadonlyArray<{ href: string; name: string; also?: readonly string[] }> = [
  { href: "/sessions", name: "Sessions", also: ["/compare"] },
  { href: "/experiments", name: "Experiments", also: ["/matrices", "/ab", "/bisects"] },
  { href: "/failures", name: "Failures" },
  { href: "/retrieval", name: "Retrieval" },
  { href: "/runs", name: "Runs", also: ["/start"] },
];

/** The main places. On a narrow screen the row scrolls by itself, without moving the page. */
export function Navigation() {
  const [path] = useLocation();
  const shown = places.filter(({ href }) => exported?.places.includes(href) ?? true);
  if (shown.length === 0) return null;
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
  const { data } = useQuery({ ...jobsQuery, enabled: !exported });
  const running = data?.jobs.filter(isOpen).length ?? 0;
  if (running === 0) return null;
  return (
    <span className="tab-count running-count" title={`${running} playing now`}>
      {running}
    </span>
  );
}

const isBelow = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
