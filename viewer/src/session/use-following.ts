import { useEffect, useRef, useState } from "react";

/** Goes along with a session that is being played: also to its last turn, which comes with the word that it is over. */
export function useFollowing({
  live,
  last,
  wanted,
  go,
}: {
  live: boolean;
  last: number;
  /** A turn that was asked for is not left. */ wanted: number | null;
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
  return { following, follow: setFollowing, /** It ended while one was looking. */ over };
}
