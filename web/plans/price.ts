import type { Plan } from '../../src/contracts/plan.ts';

type Priced = Pick<Plan, 'price_cents'>;

/** An amount of US dollars without needless cents: '$10', '$19.99'. */
export const dollars = (cents: number): string => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
/** A price in a sentence: '$10 a month', 'free'. */
export const priceWords = ({ price_cents: cents }: Priced): string => (cents === 0 ? 'free' : `${dollars(cents)} a month`);
