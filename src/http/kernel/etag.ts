import { createHash } from 'node:crypto';

/**
 * A strong tag from the revision of the resource's last change. Increase `shape` when answers gain a field that is derived from
 * existing data. Otherwise a browser would get 304 for a copy without the new field.
 */
export const etag = (version: number, shape = 1): string => (shape === 1 ? `"${version}"` : `"${version}.${shape}"`);

/** A strong tag for a resource without a revision. */
export const contentTag = (body: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;

const TAGS = /(W\/)?"([^"]*)"/g;

const tagsIn = (header: string): { weak: boolean; tag: string }[] =>
  [...header.matchAll(TAGS)].map(([, weak, tag = '']) => ({ weak: weak !== undefined, tag }));

/**
 * The condition of `If-Match`. Null: any existing resource matches. `versionAmong` returns the version that the resource must
 * have; -1 matches no version.
 */
export type IfMatch = null | { readonly versionAmong: (current: number | undefined) => number };

const NONE = -1;

/** The revision in a tag of any shape. A client with an older shape of the current version has not missed a change. */
const STRONG = /^(\d{1,15})(?:\.\d{1,3})?$/;

/** A weak tag never matches. If the header lists several versions, the current one is used, and the write checks it again. */
export function ifMatchOf(header: string | undefined): IfMatch {
  if (header === undefined || header.trim() === '*') return null;
  const strong = tagsIn(header).flatMap(({ weak, tag }) => {
    const [, revision] = (!weak && STRONG.exec(tag)) || [];
    return revision === undefined ? [] : [Number(revision)];
  });
  const [only, ...others] = strong;
  if (only !== undefined && others.length === 0) return { versionAmong: () => only };
  return { versionAmong: (current) => (current !== undefined && strong.includes(current) ? current : NONE) };
}

/** Weak tags match here, too. */
export function isKnown(header: string | undefined, tag: string): boolean {
  if (!header) return false;
  return header.trim() === '*' || tagsIn(header).some((one) => `"${one.tag}"` === tag);
}
