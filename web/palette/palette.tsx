import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import commandStyles from '../ui/command.module.css';
import { useRestoreFocus } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { late, useLate } from '../ui/late.ts';
import menuStyles from '../ui/menu.module.css';
import { LIST_KEYS, PALETTE_LABEL, PALETTE_PLACEHOLDER } from './early.ts';
import styles from './palette.module.css';

const BOX = late(() => import('./palette-box.tsx'));

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onToggleSide: () => void;
}

/**
 * Finds tasks, screens and actions. It is loaded when it is opened for the first time. Until then a temporary field, which is part
 * of the frame of every screen, takes the text from the first letter on, and the keys.
 */
export function Palette({ open, onOpenChange, onToggleSide }: PaletteProps) {
  const restore = useRestoreFocus(open);
  const [text, setText] = useState('');
  const [isFailed, setFailed] = useState(false);
  const [isComposing, setComposing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<string[]>([]);
  const box = useLate(BOX, open || BOX.now() !== null, () => setFailed(true));
  const isEarly = open && (box === null || isComposing);
  const wasEarly = useRef(isEarly);
  useEffect(() => {
    if (wasEarly.current && !open && box === null) restore(new Event('close'));
    wasEarly.current = isEarly;
  });
  if (!open && isFailed) setFailed(false);
  const close = () => {
    keys.current = [];
    setText('');
    setComposing(false);
    onOpenChange(false);
  };
  if (box && !isEarly) {
    // At the moment at which the box takes over.
    const selection = [field.current?.selectionStart ?? 0, field.current?.selectionEnd ?? 0] as const;
    const early = { keys: keys.current, selection };
    return <box.PaletteBox {...{ open, onOpenChange, onToggleSide, text, restore, early }} onText={setText} />;
  }
  if (!isEarly) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, repeat, nativeEvent } = event;
    if (nativeEvent.isComposing || !(key === 'Escape' || LIST_KEYS.has(key))) return;
    event.preventDefault();
    if (key === 'Escape') close();
    else if (!repeat) keys.current.push(key);
  };
  return (
    <section className={clsx(menuStyles.floating, commandStyles.command, styles.early)} aria-label={PALETTE_LABEL}>
      <div className={commandStyles.search}>
        <Icon of={Search} />
        <input
          ref={field}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: it was asked for
          autoFocus
          aria-label={PALETTE_LABEL}
          placeholder={PALETTE_PLACEHOLDER}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          // If the whole window loses the focus, the field stays.
          onBlur={() => document.hasFocus() && close()}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setTimeout(() => setComposing(false))}
        />
      </div>
      <p className={commandStyles.empty}>
        {isFailed ? 'The list could not be loaded. What you typed is still here. Close this, and try again.' : 'Loading...'}
      </p>
    </section>
  );
}
