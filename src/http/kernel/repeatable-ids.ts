import { v5 } from 'uuid';

const NAMESPACE = 'b6d4d4b2-6f0c-4b8e-9a3f-2f1f3c1a7e55';

/**
 * Ids that come again when a request comes again under its Idempotency-Key: what was written before a
 * crash is found, not written twice. Bound to the UTC day, since a key may be used anew after 24 hours.
 */
export function repeatableIds(request: string, now: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return v5(`${request}\n${now.slice(0, 10)}\n${count}`, NAMESPACE);
  };
}
