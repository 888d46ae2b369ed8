import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { Dialog as Base } from 'radix-ui';
import type { KeyboardEvent } from 'react';
import { sentence } from '../../src/contracts/words/isolated.ts';
import buttonStyles from './button.module.css';
import { IconButton } from './button.tsx';
import dialogStyles from './dialog.module.css';
import { useRestoreFocus } from './dialog.tsx';
import { Icon } from './icon.tsx';
import menuStyles from './menu.module.css';
import { Status } from './status.tsx';
import textStyles from './text.module.css';
import styles from './viewer.module.css';

export interface Picture {
  readonly src: string;
  readonly name: string;
  /** The address of the whole file, if there is one to download. */
  readonly original?: string;
}

export interface ViewerProps {
  readonly pictures: readonly Picture[];
  /** Null: the viewer is closed. */
  readonly shown: number | null;
  readonly onShown: (index: number | null) => void;
}

/** Shows one picture at a time. The arrow keys switch between them. */
export function Viewer({ pictures, shown, onShown }: ViewerProps) {
  const restore = useRestoreFocus(shown !== null);
  const picture = shown === null ? undefined : pictures[shown];
  const go = (by: 1 | -1) => shown !== null && pictures[shown + by] && onShown(shown + by);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  };
  return (
    <Base.Root open={picture !== undefined} onOpenChange={(open) => !open && onShown(null)}>
      <Base.Portal>
        <Base.Overlay className={dialogStyles.veil} />
        <Base.Content
          className={clsx(menuStyles.floating, styles.frame)}
          aria-describedby={undefined}
          onCloseAutoFocus={restore}
          onKeyDown={press}
        >
          <header className={styles.header}>
            <Base.Title asChild>
              <h2 dir="auto">{picture?.name}</h2>
            </Base.Title>
            {pictures.length > 1 && shown !== null && (
              <span className={styles.navigation}>
                <IconButton label="Previous picture" disabled={shown === 0} onClick={() => go(-1)}>
                  <Icon of={ChevronLeft} />
                </IconButton>
                <Status className={clsx(textStyles.small, textStyles.faint)}>
                  {shown + 1} of {pictures.length}
                </Status>
                <IconButton label="Next picture" disabled={shown === pictures.length - 1} onClick={() => go(1)}>
                  <Icon of={ChevronRight} />
                </IconButton>
              </span>
            )}
            {picture?.original && (
              <a
                className={buttonStyles.iconButton}
                data-part="icon-button"
                href={picture.original}
                download={picture.name}
                aria-label={sentence`Download ${picture.name}`}
              >
                <Icon of={Download} />
              </a>
            )}
            <Base.Close asChild>
              <IconButton label="Close">
                <Icon of={X} />
              </IconButton>
            </Base.Close>
          </header>
          <div className={styles.body}>{picture && <img src={picture.src} alt={picture.name} />}</div>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
