// Some tests that take long try a part of their cases, and `npm test` a part of its files, chosen by chance, so that in time all are
// tried. With `VOUCH_EVERYTHING=1` nothing is left out. What was chosen is in the titles of the tests or in what they report. This is
// JavaScript because `npm test` uses it before it has a Node that runs TypeScript.

const isEverything = () => process.env.VOUCH_EVERYTHING === '1';

/** One of these. */
export const oneByChance = (all) => someByChance(all, 1);

/** As many of these, in their order. */
export function someByChance(all, count) {
  if (isEverything()) return all;
  const left = [...all];
  while (left.length > count) left.splice(Math.floor(Math.random() * left.length), 1);
  return left;
}

/** True once in so many times on average, and always when nothing is left out. */
export const onceIn = (times) => isEverything() || Math.random() * times < 1;
