/** Small pictures as text. Nothing in them runs or is fetched, and what a file or a model is called is text in them, nothing else. */
import { visible } from "../../../kernel/report/index.ts";

/** Characters that fit beside a plot. */
const LABEL = 34;

export const escaped = (text: string): string => visible(text).replaceAll(/\s+/g, " ").replaceAll(/[<>&"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
export const label = (text: string): string => escaped(text.length > LABEL ? `${text.slice(0, LABEL - 1)}…` : text);

export const ROW = 26;
export const FRAME = { left: 250, right: 30, top: 34, bottom: 44, width: 760 } as const;

export type Scale = { at(value: number): string; ticks: number[] };

/** Room for all values, with a margin; ticks at round numbers. */
export function scaleOf(values: readonly number[]): Scale {
  const finite = values.filter(Number.isFinite);
  const [least, most] = finite.length === 0 ? [0, 1] : [Math.min(...finite), Math.max(...finite)];
  // Values that differ by rounding alone are one value: an axis over less than a double can count would have no end.
  const margin = Math.max((most - least) * 0.05, Math.abs(most) * 1e-3) || 0.5;
  const [low, high] = [least - margin, most + margin];
  const step = roundStep((high - low) / 5);
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step); tick * step <= high; tick++) ticks.push(Number((tick * step).toPrecision(12)));
  const room = FRAME.width - FRAME.left - FRAME.right;
  return { at: (value) => (FRAME.left + ((value - low) / (high - low)) * room).toFixed(1), ticks };
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((step) => step * power >= rough) ?? 10);
}

export const rowAt = (row: number): number => FRAME.top + ROW * (row + 0.5);

/** A frame with a title, row labels and an axis round what was drawn. */
export function picture({ title, axis, rows, scale, body }: { title: string; axis: string; rows: readonly string[]; scale: Scale; body: readonly string[] }): string {
  const [end, height] = [FRAME.top + ROW * rows.length, FRAME.top + ROW * rows.length + FRAME.bottom];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FRAME.width} ${height}" width="${FRAME.width}" height="${height}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="12" y="20" font-size="14" font-weight="bold">${escaped(title)}</text>`,
    ...scale.ticks.map((tick) => `<line x1="${scale.at(tick)}" y1="${FRAME.top}" x2="${scale.at(tick)}" y2="${end}" stroke="#ddd"/><text x="${scale.at(tick)}" y="${end + 16}" text-anchor="middle">${tick}</text>`),
    ...rows.map((row, at) => `<text x="${FRAME.left - 12}" y="${rowAt(at) + 4}" text-anchor="end">${label(row)}</text>`),
    ...body,
    `<text x="${FRAME.left}" y="${height - 8}" fill="#555">${escaped(axis)}</text>`,
    "</svg>\n",
  ].join("\n");
}
