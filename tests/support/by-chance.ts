/**
 * Some tests of screens look at a part of what there is, which is chosen by chance, so that in time they look at all of it.
 * With `VOUCH_LOOKS=all` nothing is left out. What was chosen is in the titles of the tests or in what they report.
 */
const isAllLookedAt = process.env.VOUCH_LOOKS === 'all';

/** One of these. */
export function oneByChance<One>(all: readonly One[]): readonly One[] {
  return someByChance(all, 1);
}

/** As many of these, in their order. */
export function someByChance<One>(all: readonly One[], count: number): readonly One[] {
  if (isAllLookedAt) return all;
  const left = [...all.keys()];
  while (left.length > count) left.splice(Math.floor(Math.random() * left.length), 1);
  return left.map((index) => all[index] as One);
}
