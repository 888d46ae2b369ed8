const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;
/** As many of a unit make one of the next: '25 MB' is the limit of a file, 26,214,400 bytes. */
const STEP = 1_024;

/** A size in bytes as people read it: '212 KB', '1.4 MB'. */
export function sizeWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // What would be rounded to a whole of the next unit is said in that unit.
  while (unit < UNITS.length - 1 && Math.round(value) >= STEP) {
    value /= STEP;
    unit += 1;
  }
  if (bytes === 1) return '1 byte';
  return `${unit > 1 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
