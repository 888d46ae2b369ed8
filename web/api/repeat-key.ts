import { useRef } from 'react';
import { newKey } from './client.ts';
import { ApiError } from './problem.ts';

/**
 * The idempotency key of a form. It is the same for the same body, so that a second try after no answer came makes the thing
 * only once; another body gets another key, and so does whatever follows a try that succeeded (`made`) or that the server
 * refused (`failed`): the server would repeat a refusal under its key, although what stood in the way may be gone.
 */
export function useRepeatKey(): { of: (body: unknown) => string; made: () => void; failed: (error: Error) => void } {
  const tried = useRef({ body: '', key: '' });
  const forget = (): void => {
    tried.current = { body: '', key: '' };
  };
  return {
    of: (body) => {
      const sent = JSON.stringify(body);
      if (tried.current.body !== sent) tried.current = { body: sent, key: newKey() };
      return tried.current.key;
    },
    made: forget,
    failed: (error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) forget();
    },
  };
}
