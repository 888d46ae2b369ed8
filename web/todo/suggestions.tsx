import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Assistance, type AssistRequest, assist, readUsage, type Suggestion } from '../api/ai.ts';
import { AiFault } from '../plans/plan-faults.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import styles from './suggestions.module.css';
import todoStyles from './todo.module.css';

interface SuggestionsProps {
  readonly title: string;
  readonly state: AssistState;
  readonly onAgain: () => void;
  readonly onClose: () => void;
  /** The heading level. */
  readonly level?: 2 | 3;
  /** Shown if there are no suggestions. */
  readonly nothing: string;
  /** The suggestions so far. */
  readonly children: ReactNode;
}

/** Shows the suggestions, the progress, or the failure. */
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
    <section className={todoStyles.suggestions} data-part="suggestions" aria-label={title} aria-busy={phase === 'asking' || undefined}>
      <header className={styles.header}>
        <Heading>{title}</Heading>
        <Status className={clsx(textStyles.small, textStyles.faint)}>
          {phase === 'asking' && (suggestions.length === 0 ? 'Thinking...' : 'More is coming...')}
        </Status>
        <IconButton label="Close the suggestions" className={textStyles.atEnd} onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </header>
      {suggestions.length > 0 && children}
      {phase === 'answered' && suggestions.length === 0 && <p className={clsx(textStyles.small, textStyles.muted)}>{nothing}</p>}
      {answer && <p className={clsx(textStyles.small, textStyles.faint)}>{sourceWords(answer)}</p>}
      {phase === 'failed' && <AiFault error={error} onRetry={onAgain} text="Nothing was changed, and nothing was counted." />}
    </section>
  );
}

/** The model that answered, and how much of the allowance it used. */
export function sourceWords({ model, note, used }: Pick<Assistance, 'model' | 'note' | 'used'>): string {
  const who = model === null ? 'Plain statistics of your own record, without an AI.' : `Suggested by ${model}.`;
  return [model === null && note !== null ? null : who, note, used > 0 ? 'It counts once in your AI usage.' : null]
    .filter(Boolean)
    .join(' ');
}

export interface AssistState {
  readonly phase: 'idle' | 'asking' | 'answered' | 'failed';
  /** The suggestions that have arrived so far. */
  readonly suggestions: readonly Suggestion[];
  /** The complete answer. Null until it has arrived. */
  readonly answer: Assistance | null;
  readonly error: unknown;
}

const IDLE: AssistState = { phase: 'idle', suggestions: [], answer: null, error: null };

/**
 * Requests suggestions and collects them while they arrive. It is not a mutation of the query client: the request changes
 * nothing, so leaving the page loses nothing.
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
