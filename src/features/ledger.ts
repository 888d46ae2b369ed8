import { ledgerRoutes } from '../http/routes/ledger.ts';
import { ledgers } from '../projections/ledger/ledgers.ts';
import type { Feature } from './feature.ts';

/** The tree over the events of each account, by which others can check that none was changed or left out. */
export const ledger: Feature = {
  name: 'ledger',
  projections: [ledgers],
  routes: ledgerRoutes,
};
