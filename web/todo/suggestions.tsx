import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Assistance, type AssistRequest, assist, readUsage, type Suggestion } from '../api/ai.ts';
import { AiFault } from '../plans/plan-faults.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

interface SuggestionsProps {
  readonly title: string;
  readonly state: AssistState;
  readonly onAgain: () => void;
  readonly onClose: () => void;
  /** The level of its heading. */
  readonly level?: 2 | 3;
  /** What is shown when it has nothing to suggest. */
  readonly nothing: string;
  /** The suggestions so far. */
  readonly children: ReactNode;
}

/** A list of suggestions: while they come, when they are there, and when none could be had. */
export function Suggestions({
  title,
  state: { phase, suggestions, answer, error },
  onAgain,
  onClose,
  nothing,
  level = 3,
  children,
}: SuggestionsProps) {
  const Heading = `h${level}` as const;
  return (
    <section className="sug" aria-label={title} aria-busy={phase === 'asking' || undefined}>
      <header className="sug-h">
        <Heading>{title}</Heading>
        <span className="s2 q3" role="status">
          {phase === 'asking' && (suggestions.length === 0 ? 'Thinking...' : 'More is coming...')}
        </span>
        <IconButton label="Close the suggestions" className="end" onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </header>
      {suggestions.length > 0 && children}
      {phase === 'answered' && suggestions.length === 0 && <p className="s2 q2">{nothing}</p>}
      {answer && <p className="s2 q3">{sourceWords(answer)}</p>}
      {phase === 'failed' && <AiFault error={error} onRetry={onAgain} text="Nothing was changed, and nothing was counted." />}
    </section>
  );
}

/** Who answered, and what it took of the allowance. */
export function sourceWords({ model, note, used }: Pick<Assistance, 'model' | 'note' | 'used'>): string {
  const who = model === null ? 'Plain statistics of your own record, without an AI.' : `Suggested by ${model}.`;
  return [model === null && note !== null ? null : who, note, used > 0 ? 'It counts once in your AI usage.' : null]
    .filter(Boolean)
    .join(' ');
}

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
