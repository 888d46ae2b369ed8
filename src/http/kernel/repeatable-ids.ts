import { v5 } from 'uuid';

const NAMESPACE = 'b6d4d4b2-6f0c-4b8e-9a3f-2f1f3c1a7e55';

/**
 * Makes ids that are the same when a request is repeated under its Idempotency-Key, so that what was written before a crash is
 * found and not written twice. They depend on the UTC day, because a key may be used for something else after 24 hours.
 */
export function repeatableIds(request: string, now: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return v5(`${request}\n${now.slice(0, 10)}\n${count}`, NAMESPACE);
  };
}
