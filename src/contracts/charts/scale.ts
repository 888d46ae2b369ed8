/** At most five ticks from 0 up to the greatest value. A step is 1, 2 or 5 times a power of ten. */
export function ticks(greatest: number): readonly number[] {
  const top = Math.max(1, greatest);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, top / 4)));
  const step = [1, 2, 5].map((each) => each * power).find((each) => top / each <= 4) ?? power * 10;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
}

/** A linear scale: 0 becomes `to[0]`, and `greatest` becomes `to[1]`. */
export const linear =
  (greatest: number, to: readonly [number, number]) =>
  (value: number): number =>
    to[0] + (value / greatest) * (to[1] - to[0]);

/** The middle of a pixel. A line of one unit is drawn sharply there. */
export const crisp = (value: number): number => Math.floor(value) + 0.5;
