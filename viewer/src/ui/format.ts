/** Numbers as people read them. What is not known is a dash, never 0. */
export const NOT_KNOWN = "–";

export function money(usd: number | null | undefined): string {
  if (usd == null) return NOT_KNOWN;
  if (usd === 0) return "$0";
  if (usd < 0.01) return `$${usd.toPrecision(1)}`;
  return `$${usd.toFixed(2)}`;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60 ? `${minutes} min ${Math.round((ms % 60_000) / 1_000)} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const percent = (share: number | null | undefined): string => (share == null ? NOT_KNOWN : `${Math.round(share * 100)} %`);

export const decimal = (value: number | null | undefined, digits = 1): string => (value == null ? NOT_KNOWN : value.toFixed(digits).replace(/\.0+$/, ""));

export const count = (value: number, one: string, many = `${one}s`): string => `${value.toLocaleString("en")} ${value === 1 ? one : many}`;

const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export function when(at: string | null | undefined): string {
  const time = at == null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? NOT_KNOWN : day.format(time);
}
