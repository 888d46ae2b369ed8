/**
 * Some tests that take long try a part of their cases, which is chosen by chance, so that in time they try all of them.
 * With `VOUCH_EVERYTHING=1` nothing is left out. What was chosen is in the titles of the tests or in what they report.
 */
const isEverything = process.env.VOUCH_EVERYTHING === '1';

/** One of these. */
export function oneByChance<One>(all: readonly One[]): readonly One[] {
  return someByChance(all, 1);
}

/** As many of these, in their order. */
export function someByChance<One>(all: readonly One[], count: number): readonly One[] {
  if (isEverything) return all;
  const left = [...all.keys()];
  while (left.length > count) left.splice(Math.floor(Math.random() * left.length), 1);
  return left.map((index) => all[index] as One);
}
