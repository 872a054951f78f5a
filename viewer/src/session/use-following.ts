import { useEffect, useRef, useState } from "react";

/** Follows a live session to its last turn, which arrives together with its end. */
export function useFollowing({
  live,
  last,
  wanted,
  go,
}: {
  live: boolean;
  last: number;
  /** A turn from the address: if there is one, the page stays on it. */ wanted: number | null;
  go: (turn: number) => void;
}) {
  const [following, setFollowing] = useState(live && wanted === null);
  const [over, setOver] = useState(false);
  const wasLive = useRef(live);
  useEffect(() => {
    if (following) go(last);
    if (wasLive.current && !live) setOver(true);
    wasLive.current = live;
  }, [following, last, live, go]);
  return { following, follow: setFollowing, /** The session ended while the page was open. */ over };
}
