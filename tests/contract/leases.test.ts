import { describe } from 'vitest';
import { memoryLeaseRows } from '../support/leases.ts';
import { leaseDaysContract } from './lease-days.ts';
import { leasesContract } from './leases.ts';

describe('the leases in memory that other tests use', () => {
  leasesContract(memoryLeaseRows);
  leaseDaysContract(() => memoryLeaseRows, 500);
});
