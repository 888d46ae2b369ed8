import { describe } from 'vitest';
import { memoryLeaseRows } from '../support/lease-rows.ts';
import { leaseDaysContract } from './lease-days.ts';
import { leasesContract } from './leases.ts';

describe('leases in memory, as tests of other things use them', () => {
  leasesContract(memoryLeaseRows);
  leaseDaysContract(() => memoryLeaseRows, 500);
});
