export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}
export type Point = readonly [x: number, y: number];

const BYTES = 3;
const partsOf = (colour: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** A picture that is drawn pixel by pixel: the program's picture library is not allowed to read SVG. Colours are `#rrggbb`. */
export class Canvas implements Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number, colour: string) {
    [this.width, this.height] = [width, height];
    this.data = Buffer.alloc(width * height * BYTES);
    this.rect(0, 0, width, height, colour);
  }

  /** What is outside of the picture is left out. */
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
