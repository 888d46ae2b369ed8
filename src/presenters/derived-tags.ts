import { createHash } from 'node:crypto';

const DERIVED = 100_000_000;

/**
 * Makes the number for the ETag of a resource that includes values from elsewhere. These change without a new version
 * of the resource, so the number combines the version with a hash of the values. `versionIn` gives the version back,
 * which a write compares.
 */
export function derivedTag(version: number, values: unknown): number {
  const hash = createHash('sha256').update(JSON.stringify(values)).digest().readUInt32BE(0);
  return version * DERIVED + (hash % DERIVED);
}

/** The version in a number made by `derivedTag`. */
export const versionIn = (tag: number): number => Math.floor(tag / DERIVED);
