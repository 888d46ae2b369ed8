import type { Leases } from '../../ports/leases.ts';
import { createLeases, type LeaseOptions, REAL_TIME, TTL_MS } from '../leases.ts';
import type { Mongo } from './connect.ts';
import { mongoLeaseRows } from './lease-rows.ts';

/** Opens leases on MongoDB. A hanging renewal is given up early enough to retry it before the lease expires. */
export function openLeases(mongo: Mongo, options: LeaseOptions): Leases {
  const { ttlMs = TTL_MS } = options;
  return createLeases(mongoLeaseRows(mongo, { callMs: Math.ceil(ttlMs / 3) }), REAL_TIME, options);
}
