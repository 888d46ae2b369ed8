import { createHash } from 'node:crypto';

const DERIVED = 100_000_000;

/**
 * The number for the ETag of a thing that is shown with values from elsewhere, which change without a new version of it. The
 * number holds both its version and a hash of those values. `versionIn` gives the version back, which is what a write compares.
 */
export function derivedTag(version: number, values: unknown): number {
  const hash = createHash('sha256').update(JSON.stringify(values)).digest().readUInt32BE(0);
  return version * DERIVED + (hash % DERIVED);
}

/** The version in a number made by `derivedTag`. */
export const versionIn = (tag: number): number => Math.floor(tag / DERIVED);
