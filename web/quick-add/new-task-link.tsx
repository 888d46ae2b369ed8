import { Plus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { ButtonLink, type ButtonVariant } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { NEW_LINE, NEW_LINE_TODAY, useNewLine } from './early-line.ts';

interface NewTaskLinkProps {
  readonly variant: ButtonVariant;
  /** Whether the new task is due today, unless its words say otherwise. */
  readonly isForToday?: boolean;
}

/** A link to the quick add. Words can be typed as soon as it was pressed. */
export function NewTaskLink({ variant, isForToday = false }: NewTaskLinkProps) {
  const write = useNewLine();
  const to = isForToday ? NEW_LINE_TODAY : NEW_LINE;
  const press = (event: MouseEvent) => {
    // With one of these keys the browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    write(to);
  };
  return (
    <ButtonLink to={to} variant={variant} icon={<Icon of={Plus} />} onClick={press}>
      New task
    </ButtonLink>
  );
}
