import { useRef } from 'react';
import { newKey } from './client.ts';

/**
 * The idempotency key of a form. It is the same for the same body, so that a second try after no answer came makes the thing
 * only once; another body gets another key, and so does whatever follows a try that succeeded (`made`).
 */
export function useRepeatKey(): { of: (body: unknown) => string; made: () => void } {
  const tried = useRef({ body: '', key: '' });
  return {
    of: (body) => {
      const sent = JSON.stringify(body);
      if (tried.current.body !== sent) tried.current = { body: sent, key: newKey() };
      return tried.current.key;
    },
    made: () => {
      tried.current = { body: '', key: '' };
    },
  };
}
