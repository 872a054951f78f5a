import { kindWords } from "../../../src/contract/playtest/finding-words.ts";

/** Numbers for people. An unknown number is a dash, never 0. */
export const NOT_KNOWN = "–";

/** As `dollars` in the reports: cents, and more of an amount that is small. */
export function money(usd: number | null | undefined): string {
  if (usd == null) return NOT_KNOWN;
  if (usd === 0 || usd >= 0.1) return `$${usd.toFixed(2)}`;
  return `$${usd.toFixed(usd < 0.01 ? 6 : 4).replace(/(\.\d\d\d*?)0+$/, "$1")}`;
}

/** A range of turns in words. */
export const turnSpan = (from: number, to: number): string =>
  from === to ? `turn ${from}` : `turns ${from} to ${to}`;

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60
    ? `${minutes} min ${Math.round((ms % 60_000) / 1_000)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Only exactly all or none rounds to 100 % or 0 %: 99.6 % does not. */
export function percent(share: number | null | undefined): string {
  if (share == null) return NOT_KNOWN;
  const rounded = Math.round(share * 100);
  if ((rounded === 100 && share < 1) || (rounded === 0 && share > 0))
    return `${Math.min(99.9, Math.max(0.1, Math.round(share * 1_000) / 10))} %`;
  return `${rounded} %`;
}

export const count = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString("en")} ${value === 1 ? one : many}`;

const minute = {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

function inFormat(options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat("en", options);
  return (at: string | null | undefined): string => {
    const time = at == null ? Number.NaN : Date.parse(at);
    return Number.isNaN(time) ? NOT_KNOWN : format.format(time);
  };
}

export const when = inFormat(minute);
/** To the second, to tell apart things of the same minute. */
export const moment = inFormat({ ...minute, second: "2-digit" });

/** An identifier as words: "storyGuideAdherence" becomes "story guide adherence". */
export const words = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .toLowerCase();

/** A kind of finding as words. */
export const kindTitle = (kind: string): string => words(kindWords(kind));

export const titled = (name: string): string => words(name).replace(/^./, (first) => first.toUpperCase());

const hour = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export const clock = (at: Date): string => hour.format(at);

/** Adds an ellipsis to a quote that begins or ends within a sentence. The rest of a narrator's marker at its start is dropped. */
export function asCut(quote: string): string {
  const text = quote.replace(/^[^[\]\n]{0,140}\]\]\s*/, "").trim();
  if (text === "") return quote;
  const before = /^\p{Ll}/u.test(text) ? "… " : "";
  const after = /[.!?…:;—–"”’'»)*_\]]$/u.test(text) ? "" : " …";
  return `${before}${text}${after}`;
}

/** With a full stop at its end, unless it has one or another sign. */
export const asSentence = (text: string): string => (/[.!?…]["”)]?$/.test(text) ? text : `${text}.`);
