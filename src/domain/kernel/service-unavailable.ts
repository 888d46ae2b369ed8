/**
 * A service that the program needs gives no answer that can be used. Nothing is wrong with the request, and the same may succeed
 * later. Each service has its own subclass. Wire: 503 `unavailable`.
 */
export abstract class ServiceUnavailable extends Error {
  /** What a client is told. The error's own message may be for the operator only. */
  abstract readonly detail: string;
  /** After so many seconds it is worth trying again. */
  abstract readonly retryAfter: number;
}
