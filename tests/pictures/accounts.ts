import { PASSWORD } from '../support/client.ts';

/** The accounts of which pictures are taken: a year of promises, an account with every paid thing, and one in which nothing happened yet. */
export const ACCOUNTS = {
  demo: { email: 'demo@vouch.example', password: 'a-year-of-kept-promises' },
  full: { email: 'ada@example.org', password: PASSWORD },
  empty: { email: 'new@example.org', password: PASSWORD },
} as const;
export type Account = keyof typeof ACCOUNTS;
