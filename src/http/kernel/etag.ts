import { createHash } from 'node:crypto';

/**
 * A strong tag from the revision of a resource's last change. `shape` is raised when answers gain a field that follows
 * from what was there before: otherwise a browser would be told that its copy without the field is still the present one.
 */
export const etag = (version: number, shape = 1): string => (shape === 1 ? `"${version}"` : `"${version}.${shape}"`);

/** A strong tag from the content of a body. */
export const contentTag = (body: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;

const TAGS = /(W\/)?"([^"]*)"/g;

const tagsIn = (header: string): { weak: boolean; tag: string }[] =>
  [...header.matchAll(TAGS)].map(([, weak, tag]) => ({ weak: weak !== undefined, tag: tag as string }));

/**
 * What `If-Match` asks for. Null means that anything that exists is fine. Else `versionAmong` gives the version that the thing
 * must have; -1 matches no version.
 */
export type IfMatch = null | { readonly versionAmong: (current: number | undefined) => number };

const NONE = -1;

/** The revision in a tag of any shape. A client with an older shape of the present version has missed no change. */
const STRONG = /^(\d{1,15})(?:\.\d{1,3})?$/;

/** Reads the header. A weak tag never matches. If it names several versions, the present one counts, and is checked again when written. */
export function ifMatchOf(header: string | undefined): IfMatch {
  if (header === undefined || header.trim() === '*') return null;
  const strong = tagsIn(header).flatMap(({ weak, tag }) => {
    const [, revision] = (!weak && STRONG.exec(tag)) || [];
    return revision === undefined ? [] : [Number(revision)];
  });
  return {
    versionAmong: (current) =>
      strong.length === 1 ? (strong[0] as number) : current !== undefined && strong.includes(current) ? current : NONE,
  };
}

/** Whether a GET may answer 304. For this, weak tags match as well. */
export function isKnown(header: string | undefined, tag: string): boolean {
  if (!header) return false;
  return header.trim() === '*' || tagsIn(header).some((one) => `"${one.tag}"` === tag);
}
