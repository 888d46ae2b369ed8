import type { Leases } from '../../ports/leases.ts';
import { type LeaseOptions, leasesOver, REAL_TIME, TTL_MS } from '../leases.ts';
import type { Mongo } from './connect.ts';
import { mongoLeaseRows } from './lease-rows.ts';

/** Leases on MongoDB. A renewal that hangs is given up in time for another before the lease has run out. */
export function openLeases(mongo: Mongo, options: LeaseOptions): Leases {
  const { ttlMs = TTL_MS } = options;
  return leasesOver(mongoLeaseRows(mongo, { callMs: Math.ceil(ttlMs / 3) }), REAL_TIME, options);
}
