import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Assistance } from '../api/assist.ts';
import { AiFault } from '../plans/ai-fault.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { AssistState } from './use-assist.ts';

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
