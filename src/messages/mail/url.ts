const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/** The only URLs that may stand in a link. @throws RangeError for any other scheme, or none. */
export function linkUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !ALLOWED.has(parsed.protocol)) throw new RangeError('A link must begin with http, https or mailto.');
  return parsed.href;
}
