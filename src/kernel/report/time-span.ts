/** A length of time as people say it: `40 s`, `12 min`, `3.5 h`. */
export function timeSpan(ms: number): string {
  const [seconds, minutes, hours] = [ms / 1_000, ms / 60_000, ms / 3_600_000];
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  return hours < 48 ? `${hours.toFixed(hours < 10 ? 1 : 0)} h` : `${(hours / 24).toFixed(1)} days`;
}
