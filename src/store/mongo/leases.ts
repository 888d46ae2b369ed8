import type { Leases } from '../../domain/kernel/leases.ts';
import { type LeaseOptions, leasesOver, REAL_TIME } from '../leases.ts';
import type { Mongo } from './connect.ts';
import { mongoLeaseRows } from './lease-rows.ts';

const TTL_MS = 6_000;
const RENEW_MS = 1_500;

/** Leases on MongoDB. A renewal that hangs is given up in time for another before the lease has run out. */
export function openLeases(mongo: Mongo, { ttlMs = TTL_MS, renewMs = RENEW_MS, ...options }: LeaseOptions): Leases {
  return leasesOver(mongoLeaseRows(mongo, { callMs: Math.ceil(ttlMs / 3) }), REAL_TIME, { ttlMs, renewMs, ...options });
}
