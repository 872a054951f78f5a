/** SVG pictures as text, without scripts or external resources. Every name is escaped. */
import { visible } from "../../../../kernel/report/index.ts";
import type { MatrixRow } from "../../../../contract/index.ts";

/** Characters that fit beside a plot. */
const LABEL = 34;
/** Width of a character relative to the font size, in a wide font, so that the layout fits any font. */
const WIDE = 0.62;

/** XML does not allow some characters, even escaped. */
export const escaped = (text: string): string =>
  visible(text.toWellFormed())
    .replaceAll(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[<>&"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
export const label = (text: string, most = LABEL): string => escaped(shortened(text, most));

/** Cut in the middle: names that start alike often end differently. */
function shortened(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${characters.slice(0, most - 1 - end).join("")}…${characters.slice(characters.length - end).join("")}`;
}

/** Several names on one label. The longest are shortened first. */
export function joined(names: readonly string[], ending = ""): string {
  const room = LABEL - ending.length - 3 * (names.length - 1);
  let most = room;
  while (most > 1 && names.reduce((sum, name) => sum + Math.min([...name].length, most), 0) > room) most--;
  return `${names.map((name) => shortened(name, most)).join(" · ")}${ending}`;
}

export const FRAME = { left: 250, right: 30, margin: 12, width: 760 } as const;
const TITLE = 32;
const LINE = 17;
const AXIS = 26;

export type Scale = { at(value: number): string; ticks: number[] };

/** Covers all values with a margin; ticks at round numbers. */
export function scaleOf(values: readonly number[]): Scale {
  const finite = values.filter(Number.isFinite);
  const [least, most] =
    finite.length === 0
      ? [0, 1]
      : [finite.reduce((a, b) => Math.min(a, b)), finite.reduce((a, b) => Math.max(a, b))];
  // Values that differ only by rounding count as one: ticks closer than a double's precision would never end.
  const margin = Math.max((most - least) * 0.05, Math.abs(most) * 1e-3) || 0.5;
  const [low, high] = [least - margin, most + margin];
  const step = roundStep((high - low) / 5);
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step); tick * step <= high; tick++)
    ticks.push(Number((tick * step).toPrecision(12)));
  const room = FRAME.width - FRAME.left - FRAME.right;
  return { at: (value) => (FRAME.left + ((value - low) / (high - low)) * room).toFixed(1), ticks };
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((step) => step * power >= rough) ?? 10);
}

/** Drawn from its upper edge. */
export type Row = { name: string; height: number; draw(top: number): string[] };
/** A mark with its meaning. */
export type Key = { name: string; mark(x: number, y: number): string };
type Picture = {
  title: string;
  legend?: readonly Key[];
  caption: string;
  rows: readonly Row[];
  scale: Scale;
};

/** A frame with title, legend, row labels, axis and caption. */
export function picture({ title, legend = [], caption, rows, scale }: Picture): string {
  const keys = laidOut(legend);
  const top = TITLE + keys.height;
  const tops = rows.reduce<number[]>((edges, { height }) => [...edges, edges.at(-1)! + height], [top]);
  const end = tops.at(-1)!;
  const lines = wrapped(caption);
  const height = end + AXIS + LINE * lines.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FRAME.width} ${height}" width="${FRAME.width}" height="${height}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${FRAME.margin}" y="20" font-size="14" font-weight="bold">${label(title, 80)}</text>`,
    ...keys.drawn,
    ...rows.flatMap((_, at) =>
      at % 2 === 1
        ? [
            `<rect x="${FRAME.margin}" y="${tops[at]}" width="${FRAME.width - 2 * FRAME.margin}" height="${rows[at]!.height}" fill="#f5f5f5"/>`,
          ]
        : [],
    ),
    ...scale.ticks.map(
      (tick) =>
        `<line x1="${scale.at(tick)}" y1="${top}" x2="${scale.at(tick)}" y2="${end}" stroke="#ddd"/><text x="${scale.at(tick)}" y="${end + 16}" text-anchor="middle">${tick}</text>`,
    ),
    ...rows.map(
      ({ name, height: own }, at) =>
        `<text x="${FRAME.left - 12}" y="${tops[at]! + own / 2 + 4}" text-anchor="end">${label(name)}</text>`,
    ),
    ...rows.flatMap(({ draw }, at) => draw(tops[at]!)),
    ...lines.map(
      (line, at) =>
        `<text x="${FRAME.margin}" y="${end + AXIS + LINE * (at + 1) - 7}" font-size="11" fill="#555">${escaped(line)}</text>`,
    ),
    "</svg>\n",
  ].join("\n");
}

/** Keys side by side, in as many lines as they need. */
function laidOut(legend: readonly Key[]): { drawn: string[]; height: number } {
  if (legend.length === 0) return { drawn: [], height: 0 };
  let [x, line] = [FRAME.margin as number, 0];
  const drawn = legend.map(({ name, mark }) => {
    const width = 30 + Math.min(LABEL, [...name].length) * 11 * WIDE;
    if (x > FRAME.margin && x + width > FRAME.width - FRAME.margin) [x, line] = [FRAME.margin, line + 1];
    const [left, y] = [x, TITLE + LINE * line + 4];
    x += width;
    return `${mark(left + 6, y)}<text x="${left + 15}" y="${y + 4}" font-size="11">${label(name)}</text>`;
  });
  return { drawn, height: LINE * (line + 1) };
}

function wrapped(text: string): string[] {
  const most = Math.floor((FRAME.width - 2 * FRAME.margin) / (11 * WIDE));
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const SIZE = 3.5;
const GREY = "#333333";

type Mark = { x: number; y: number; colour: string; outcome?: MatrixRow["outcome"] };

/** The shape shows the outcome of a session, the colour its variant. */
export function markOf({ x, y, colour, outcome = "completed" }: Mark): string {
  const paint = `fill="${colour}" stroke="${colour}"`;
  const at = (dx: number, dy: number) => `${(x + dx * SIZE).toFixed(1)},${(y + dy * SIZE).toFixed(1)}`;
  if (outcome === "completed")
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${SIZE}" ${paint}/>`;
  if (outcome === "timeout")
    return `<polygon points="${at(-1.1, 1)} ${at(1.1, 1)} ${at(0, -1.1)}" ${paint}/>`;
  return `<polygon points="${at(-1, -1)} ${at(1, -1)} ${at(1, 1)} ${at(-1, 1)}" ${paint}/>`;
}

/** The meaning of the shapes, if more than one is drawn. */
export function outcomeKeys(rows: readonly MatrixRow[]): Key[] {
  const seen = (outcome: MatrixRow["outcome"]) => rows.some((row) => row.outcome === outcome);
  const key = (name: string, outcome: MatrixRow["outcome"]): Key => ({
    name,
    mark: (x, y) => markOf({ x, y, colour: GREY, outcome }),
  });
  const outcomes = [
    ...(seen("completed") ? [key("completed", "completed")] : []),
    ...(seen("timeout") ? [key("timeout (out of turns)", "timeout")] : []),
    ...(seen("failed") ? [key("failed", "failed")] : []),
  ];
  return outcomes.length > 1 || !seen("completed") ? outcomes : [];
}

/** The height of a mark with its gap. */
export const LEVEL = 9;
/** Beyond this, marks overlap, so that a row does not fill a page. */
const MOST_LEVELS = 12;

/** Stacks marks that would touch: from left to right, each on the first free level. An empty lane keeps one level. */
export function stacked<Mark extends { x: number }>(
  marks: readonly Mark[],
): { marks: Array<Mark & { level: number }>; levels: number } {
  const ends: number[] = [];
  const placed = marks
    .toSorted((a, b) => a.x - b.x)
    .map((mark) => {
      const free = ends.findIndex((end) => mark.x - end >= LEVEL);
      const level = free === -1 ? Math.min(ends.length, MOST_LEVELS - 1) : free;
      ends[level] = mark.x;
      return { ...mark, level };
    });
  return { marks: placed, levels: Math.max(1, ends.length) };
}
