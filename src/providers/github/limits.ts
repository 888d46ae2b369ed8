/** The headers of an answer, by lower-case name. */
export type AnswerHeaders = Readonly<Record<string, string | number | undefined>>;

const A_MINUTE = 60_000;
const SECONDARY = /secondary rate limit|abuse detection/i;

/**
 * Until when GitHub asks to wait, in milliseconds since the epoch; null: this answer is about no limit. GitHub answers 403 or 429
 * for both of its limits. A secondary one often says nothing of the time: then it is a minute at least.
 */
export function waitUntil(status: number, headers: AnswerHeaders, message: string, now: number): number | null {
  if (status !== 403 && status !== 429) return null;
  const after = Number(headers['retry-after']);
  if (Number.isFinite(after) && headers['retry-after'] !== undefined) return now + Math.max(1, after) * 1_000;
  const reset = Number(headers['x-ratelimit-reset']) * 1_000;
  if (String(headers['x-ratelimit-remaining']) === '0' && Number.isFinite(reset)) return Math.max(reset, now + 1_000);
  return status === 429 || SECONDARY.test(message) ? now + A_MINUTE : null;
}
