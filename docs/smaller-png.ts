/** A screenshot with 256 colours: a third of the size, and the eye sees no difference in a page. */
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";

const COLOURS = 256;

export async function smallerPng(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, data } = await pixelsOf(page, png);
  const { palette, of } = paletteOf(data);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      rows[y * (width + 1) + 1 + x] = of(data[at]!, data[at + 1]!, data[at + 2]!);
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits per pixel, by palette.
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Decoded by the browser, which is open anyway. */
async function pixelsOf(page: Page, png: Buffer): Promise<{ width: number; height: number; data: Buffer }> {
  const blank = await page.context().newPage();
  const { width, height, base64 } = await blank.evaluate<{
    width: number;
    height: number;
    base64: string;
  }>(`(async () => {
    const bytes = Uint8Array.from(atob("${png.toString("base64")}"), (sign) => sign.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const drawing = new OffscreenCanvas(image.width, image.height).getContext("2d");
    drawing.drawImage(image, 0, 0);
    const { data } = drawing.getImageData(0, 0, image.width, image.height);
    const parts = [];
    for (let at = 0; at < data.length; at += 0x8000) parts.push(String.fromCharCode(...data.subarray(at, at + 0x8000)));
    return { width: image.width, height: image.height, base64: btoa(parts.join("")) };
  })()`);
  await blank.close();
  return { width, height, data: Buffer.from(base64, "base64") };
}

type Colour = [red: number, green: number, blue: number];

/** The most frequent colours; every other becomes the nearest of them. */
function paletteOf(data: Buffer): {
  palette: Colour[];
  of: (red: number, green: number, blue: number) => number;
} {
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COLOURS)
    .map(([colour]): Colour => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  const nearest = new Map<number, number>();
  return {
    palette,
    of(red, green, blue) {
      const colour = (red << 16) | (green << 8) | blue;
      const known = nearest.get(colour);
      if (known !== undefined) return known;
      let [best, least] = [0, Number.POSITIVE_INFINITY];
      for (const [index, [r, g, b]] of palette.entries()) {
        const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
        if (distance < least) [best, least] = [index, distance];
      }
      nearest.set(colour, best);
      return best;
    },
  };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
