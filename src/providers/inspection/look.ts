/** Pixels of the small grey picture in which neighbours are compared. */
export const SAMPLE = { width: 17, height: 16 } as const;
const BITS = (SAMPLE.width - 1) * SAMPLE.height;
/** Differences up to this come from compression. */
const NOISE = 2;
/** A picture with fewer differences is too plain: another plain one would look alike by chance. */
const LEAST_DIFFERENT = 20;

/**
 * A difference hash: a bit for each pair of neighbours in a row, set where the left one is brighter. It stays nearly the same when a
 * picture is made smaller or compressed again. Null for a picture that is too plain.
 */
export function lookOf(gray: Buffer): string | null {
  const look = Buffer.alloc(BITS / 8);
  let different = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    const at = Math.floor(bit / (SAMPLE.width - 1)) * SAMPLE.width + (bit % (SAMPLE.width - 1));
    const difference = (gray[at] ?? 0) - (gray[at + 1] ?? 0);
    if (Math.abs(difference) > NOISE) different += 1;
    if (difference > NOISE) look[bit >> 3] = (look[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return different < LEAST_DIFFERENT ? null : look.toString('hex');
}
