const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/** The URL in its normal form. Only http, https and mailto may be used in a link. @throws RangeError for anything else */
export function linkUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !ALLOWED.has(parsed.protocol)) throw new RangeError('A link must begin with http, https or mailto.');
  return parsed.href;
}
