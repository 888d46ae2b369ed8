import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, Pause, Play, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { WALK, WALK_NOTE } from '../content/landing.ts';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import textStyles from '../ui/text.module.css';
import styles from './walk.module.css';

/** Addresses by file. scripts/readme-pictures.ts makes the pictures. */
const FILES = import.meta.glob<string>('./walk-pictures/*.avif', { eager: true, import: 'default', query: '?url' });
const THEMES = ['light', 'dark'] as const;
/** In milliseconds. Long enough to read the text twice. */
const EACH = 7_000;
const LAST = WALK.length - 1;

/** On a phone a picture of a phone is shown. A browser loads only the one that is seen. */
const Screen = ({ of, alt }: { of: (typeof WALK)[number]['picture']; alt: string }) =>
  THEMES.map((theme) => (
    <picture key={`${of} ${theme}`} className={clsx(styles.screen, theme === 'dark' ? styles.dark : styles.light)}>
      <source media="(max-width: 40em)" srcSet={FILES[`./walk-pictures/${of}-phone-${theme}.avif`]} />
      <img src={FILES[`./walk-pictures/${of}-desk-${theme}.avif`]} alt={alt} loading="lazy" decoding="async" />
    </picture>
  ));

/** Goes on by itself, unless the visitor asked for less motion. Any step by hand stops it. */
function useWalk() {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => (at === LAST ? setPlaying(false) : setAt(at + 1)), EACH);
    return () => clearTimeout(timer);
  }, [at, isPlaying]);
  return {
    at,
    isPlaying,
    go(to: number) {
      setPlaying(false);
      setAt(Math.min(LAST, Math.max(0, to)));
    },
    toggle() {
      if (!isPlaying && at === LAST) setAt(0);
      setPlaying(!isPlaying);
    },
  };
}

/** Screens of the program with a text below each. The browser keeps the focus inside, closes it by Escape, and gives the focus back. */
export function Walk({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { at, isPlaying, go, toggle } = useWalk();
  useEffect(() => dialog.current?.showModal(), []);
  const step = WALK[at] ?? WALK[0];
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(at - 1);
    if (key === 'ArrowRight') go(at + 1);
  };
  return (
    <dialog ref={dialog} className={styles.walk} aria-labelledby="walk" onClose={onClose} onKeyDown={press}>
      <header className={styles.header}>
        <h2 id="walk">A walk through Vouch</h2>
        <span className={clsx(textStyles.small, textStyles.muted)}>{WALK_NOTE}</span>
        <IconButton label="Close" className={styles.close} onClick={() => dialog.current?.close()}>
          <Icon of={X} />
        </IconButton>
      </header>
      <Screen of={step.picture} alt={step.shows} />
      <div className={styles.caption} aria-live={isPlaying ? 'off' : 'polite'}>
        <h3>{step.title}</h3>
        <p>{step.text}</p>
      </div>
      <footer className={styles.footer}>
        <IconButton label="Back" disabled={at === 0} onClick={() => go(at - 1)}>
          <Icon of={ChevronLeft} />
        </IconButton>
        <span className={styles.place}>
          {at + 1} of {WALK.length}
        </span>
        <IconButton label="Next" disabled={at === LAST} onClick={() => go(at + 1)}>
          <Icon of={ChevronRight} />
        </IconButton>
        <IconButton label={isPlaying ? 'Pause' : 'Play'} onClick={toggle}>
          <Icon of={isPlaying ? Pause : Play} />
        </IconButton>
        <ButtonLink to="/auth" state={{ tab: 'up' }} variant="primary" className={styles.start}>
          Start Free Trial
        </ButtonLink>
      </footer>
    </dialog>
  );
}
