const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** A size in bytes as people read it: '212 KB', '1.4 MB'. */
export function sizeWords(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1_024)));
  const value = bytes / 1_024 ** step;
  return `${step > 1 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`;
}
