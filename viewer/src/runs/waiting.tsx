import { useEffect, useState } from "react";
import type { JobView } from "../../../src/contract/index.ts";
import { duration } from "../ui/index.ts";

/** "turn 11: the narrator is answering, 2 min": the time counts on while nothing else changes. */
export function Waiting({ job }: { job: Pick<JobView, "doing" | "doingSince"> }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return waitingWords(job, now);
}

export function waitingWords(
  { doing, doingSince }: Pick<JobView, "doing" | "doingSince">,
  now: number,
): string {
  if (doing === undefined || doingSince === undefined) return doing ?? "";
  const seconds = Math.floor((now - Date.parse(doingSince)) / 1_000);
  return seconds < 1 ? doing : `${doing}, ${duration(seconds * 1_000)}`;
}
