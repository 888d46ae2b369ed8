import { Plus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { ButtonLink, type ButtonVariant } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { NEW_LINE, useNewLine } from './early-line.ts';

/** A link to the quick add. Words can be typed as soon as it was pressed. */
export function NewTaskLink({ variant }: { variant: ButtonVariant }) {
  const write = useNewLine();
  const press = (event: MouseEvent) => {
    // With one of these keys the browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    write();
  };
  return (
    <ButtonLink to={NEW_LINE} variant={variant} icon={<Icon of={Plus} />} onClick={press}>
      New task
    </ButtonLink>
  );
}
