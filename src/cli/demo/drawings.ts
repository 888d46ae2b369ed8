import type { Random } from './person.ts';

export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}
export type Point = readonly [x: number, y: number];

const BYTES = 3;
const partsOf = (colour: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/**
 * A picture that is drawn pixel by pixel, because the program's picture library is not allowed to read SVG. Colours are
 * `#rrggbb`.
 */
class Canvas implements Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number, colour: string) {
    [this.width, this.height] = [width, height];
    this.data = Buffer.alloc(width * height * BYTES);
    this.rect(0, 0, width, height, colour);
  }

  /** Parts outside the picture are cut off. */
  rect(x: number, y: number, width: number, height: number, colour: string): void {
    const [left, right] = [Math.max(0, Math.round(x)), Math.min(this.width, Math.round(x + width))];
    const [top, bottom] = [Math.max(0, Math.round(y)), Math.min(this.height, Math.round(y + height))];
    if (right <= left) return;
    const row = Buffer.alloc((right - left) * BYTES, Buffer.from(partsOf(colour)));
    for (let at = top; at < bottom; at += 1) row.copy(this.data, (at * this.width + left) * BYTES);
  }

  disc(x: number, y: number, radius: number, colour: string): void {
    for (let at = -radius; at <= radius; at += 1) {
      const half = Math.sqrt(radius * radius - at * at);
      this.rect(x - half, y + at, 2 * half, 1, colour);
    }
  }

  line(points: readonly Point[], colour: string, width: number): void {
    for (const [index, [x, y]] of points.entries()) {
      const [toX, toY] = points[index + 1] ?? [x, y];
      const steps = Math.max(1, Math.ceil(Math.hypot(toX - x, toY - y) / 2));
      for (let step = 0; step <= steps; step += 1)
        this.disc(x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps, width / 2, colour);
    }
  }
}

/** A picture that a person might give as proof. It contains no text, because machines have different fonts. */
export type Drawing = 'chart' | 'terminal' | 'merged' | 'board';

const WIDTH = 960;
const HEIGHT = 600;
const INK = '#1f2328';
const GREY = '#d0d7de';

const times = (count: number, work: (index: number) => void): void => {
  for (let index = 0; index < count; index += 1) work(index);
};

/** Draws words as bars with a width of at most `most`. */
function words(canvas: Canvas, random: Random, [x, y]: Point, most: number, colour: string, height = 10): void {
  const end = x + most * (random.between(45, 100) / 100);
  for (let at = x; at < end; ) {
    const width = random.between(20, 76);
    canvas.rect(at, y, width, height, colour);
    at += width + 10;
  }
}

/** A chart of a measurement before and after a change. */
function chart(random: Random): Canvas {
  const canvas = new Canvas(WIDTH, HEIGHT, '#ffffff');
  const [left, top, bottom] = [random.between(56, 104), random.between(80, 130), HEIGHT - random.between(56, 96)];
  const count = random.between(12, 28);
  const step = (WIDTH - left - 48) / count;
  const curve = (level: number, noise: number): readonly Point[] => {
    const phase = random.next() * 6;
    return Array.from({ length: count + 1 }, (_, index) => [
      left + index * step,
      bottom - (bottom - top) * Math.min(0.97, level * (0.75 + 0.25 * Math.sin(phase + index / 3)) + noise * random.next()),
    ]);
  };
  words(canvas, random, [left, 36], 340, INK, 16);
  times(random.between(4, 7), (index) => canvas.rect(left, bottom - ((index + 1) * (bottom - top)) / 7, WIDTH - left - 48, 2, '#eaeef2'));
  times(random.between(2, 9), (index) => {
    const height = random.between(16, 150);
    canvas.rect(left + index * step * 1.6, bottom - height, step, height, '#b6e3ff');
  });
  canvas.rect(left, bottom, WIDTH - left - 48, 3, INK);
  canvas.line(curve(0.6 + random.next() * 0.3, 0.12), '#cf222e', 4);
  canvas.line(curve(0.15 + random.next() * 0.25, 0.08), '#1a7f37', 4);
  return canvas;
}

/** A terminal that shows a test run. */
function terminal(random: Random): Canvas {
  const canvas = new Canvas(WIDTH, HEIGHT, '#0d1117');
  canvas.rect(0, 0, WIDTH, 42, '#161b22');
  for (const [index, colour] of ['#f85149', '#d29922', '#3fb950'].entries()) canvas.disc(26 + index * 24, 21, 7, colour);
  const rows = random.between(9, 15);
  const from = random.between(70, 104);
  times(rows, (index) => {
    const y = from + index * 30;
    const deep = 52 + random.between(0, 3) * 36;
    const tick: readonly Point[] = [
      [deep, y + 6],
      [deep + 6, y + 12],
      [deep + 15, y],
    ];
    canvas.line(tick, '#3fb950', 3);
    words(canvas, random, [deep + 34, y], random.between(200, 700), random.chance(0.15) ? '#58a6ff' : '#8b949e');
  });
  canvas.rect(52, from + rows * 30 + 10, random.between(90, 240), 16, '#3fb950');
  return canvas;
}

const FACES = ['#c2703d', '#3d7fc2', '#7a3dc2', '#3dc27a', '#c23d6b', '#8a8f3d'] as const;

/** The web page of a merged change. */
function merged(random: Random): Canvas {
  const canvas = new Canvas(WIDTH, HEIGHT, '#f6f8fa');
  words(canvas, random, [48, 42], 720, INK, 22);
  canvas.rect(48, 92, 104, 34, '#8250df');
  words(canvas, random, [172, 104], 440, '#57606a');
  canvas.rect(48, 150, WIDTH - 96, 2, GREY);
  times(random.between(2, 3), (index) => {
    const y = 184 + index * 134;
    canvas.disc(74, y + 26, 22, random.pick(FACES));
    canvas.rect(116, y, WIDTH - 176, 112, GREY);
    canvas.rect(118, y + 36, WIDTH - 180, 74, '#ffffff');
    words(canvas, random, [134, y + 14], 290, '#57606a');
    times(random.between(1, 3), (at) => words(canvas, random, [134, y + 50 + at * 20], 640, INK));
  });
  return canvas;
}

const NOTES = ['#fff3b0', '#ffd6a5', '#caffbf', '#a0c4ff', '#ffc6ff'] as const;

/** A whiteboard with notes. */
function board(random: Random): Canvas {
  const canvas = new Canvas(WIDTH, HEIGHT, random.pick(['#e4e0d6', '#dfe2e4', '#e8e4df']));
  times(3, (index) => canvas.rect((index + 1) * (WIDTH / 4) + random.between(-24, 24), 32, 4, HEIGHT - 64, '#9aa0a6'));
  times(random.between(9, 16), () => {
    const [x, y] = [random.between(32, WIDTH - 170), random.between(40, HEIGHT - 160)];
    canvas.rect(x + 5, y + 6, 136, 120, '#b9b6ae');
    canvas.rect(x, y, 136, 120, random.pick(NOTES));
    times(random.between(2, 4), (at) => words(canvas, random, [x + 12, y + 20 + at * 22], 90, '#444444', 6));
  });
  return canvas;
}

const DRAWINGS: Readonly<Record<Drawing, (random: Random) => Canvas>> = { chart, terminal, merged, board };

/**
 * Draws a picture. The same random numbers give the same picture. The format is PNG, but JPEG for the whiteboard, because
 * it is a photo.
 */
export async function draw(drawing: Drawing, random: Random): Promise<Buffer> {
  // With a static import, every command would load the library.
  const { default: sharp } = await import('sharp');
  const { data, width, height } = DRAWINGS[drawing](random);
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  return drawing === 'board' ? picture.jpeg({ quality: 80 }).toBuffer() : picture.png({ compressionLevel: 6 }).toBuffer();
}
