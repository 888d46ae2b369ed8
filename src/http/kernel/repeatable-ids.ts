import { derivedId } from '../../domain/kernel/derived-ids.ts';

/**
 * Makes ids that are the same when a request is repeated under its Idempotency-Key, so that what was written before a crash is
 * found and not written twice. They depend on the UTC day, because a key may be used for something else after 24 hours.
 */
export function repeatableIds(request: string, now: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return derivedId('repeated_request', `${request}\n${now.slice(0, 10)}\n${count}`);
  };
}
