import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readUsage } from '../api/ai.ts';
import { type Assistance, type AssistRequest, assist, type Suggestion } from '../api/assist.ts';

export interface AssistState {
  readonly phase: 'idle' | 'asking' | 'answered' | 'failed';
  /** Those that have come so far. */
  readonly suggestions: readonly Suggestion[];
  /** The whole answer, once it is there. */
  readonly answer: Assistance | null;
  readonly error: unknown;
}

const IDLE: AssistState = { phase: 'idle', suggestions: [], answer: null, error: null };

/**
 * Asks for suggestions and holds them as they come. It is no mutation of the query client: nothing is changed by it, so that
 * leaving the page in between loses nothing.
 */
export function useAssist() {
  const client = useQueryClient();
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState(IDLE);
  }, []);
  useEffect(() => () => running.current?.abort(), []);

  async function ask(request: AssistRequest): Promise<void> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setState({ ...IDLE, phase: 'asking' });
    try {
      const listener = {
        onSuggestion: (one: Suggestion) => setState((now) => ({ ...now, suggestions: [...now.suggestions, one] })),
        onRestart: () => setState((now) => ({ ...now, suggestions: [] })),
      };
      const answer = await assist(request, listener, own.signal);
      setState({ phase: 'answered', suggestions: answer.suggestions, answer, error: null });
      if (answer.used > 0) readUsage(client);
    } catch (error) {
      if (!own.signal.aborted) setState((now) => ({ ...now, phase: 'failed', error }));
    }
  }
  return { ...state, ask: (request: AssistRequest) => void ask(request), stop };
}
