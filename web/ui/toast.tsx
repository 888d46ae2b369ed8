import './styles/sonner.css';
import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Base, toast as base } from 'sonner';
import { Kbd } from './badge.tsx';
import { Icon } from './icon.tsx';

const DURATION = 3_500;

interface ToastOptions {
  /** A second line. */
  detail?: string;
  /** One press takes it back. */
  undo?: () => void;
  /** The same id replaces what stands. */
  id?: string | number;
}

type Kind = 'good' | 'bad';
type Id = string | number;

/** The undo that `z` takes: the newest that still stands. */
let standing: { id: Id; take: () => void } | null = null;
let replaced: Id | null = null;

function Body({ id, kind, text, detail, undo }: ToastOptions & { id: Id; kind: Kind; text: string }) {
  const hold = (duration: number) => put(kind, text, { id, ...(detail ? { detail } : {}), ...(undo ? { undo } : {}) }, duration);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing to press, it only holds while its buttons have the focus
    <div
      className={kind === 'bad' ? 'toast bad' : 'toast'}
      data-toast={kind}
      onFocus={() => hold(Number.POSITIVE_INFINITY)}
      onBlur={() => hold(DURATION)}
    >
      <Icon of={kind === 'bad' ? CircleAlert : Check} />
      <span className="toast-t">
        {text}
        {detail && <small>{detail}</small>}
      </span>
      {undo && (
        <button type="button" className="btn" onClick={() => takeBack(id, undo)}>
          Undo
          <Kbd>z</Kbd>
        </button>
      )}
      <button type="button" className="toast-x" aria-label="Dismiss" onClick={() => base.dismiss(id)}>
        <Icon of={X} />
      </button>
    </div>
  );
}

function takeBack(id: Id, undo: () => void): void {
  if (standing?.id === id) standing = null;
  replaced = null;
  undo();
  // What the undo says under the same id stands in this one's place.
  if (replaced !== id) base.dismiss(id);
}

function put(kind: Kind, text: string, { id, ...rest }: ToastOptions, duration: number): Id {
  const gone = (own: Id) => {
    if (standing?.id === own) standing = null;
  };
  const own = base.custom((its) => <Body id={its} kind={kind} text={text} {...rest} />, {
    duration,
    onDismiss: (one) => gone(one.id),
    onAutoClose: (one) => gone(one.id),
    ...(id === undefined ? {} : { id }),
  });
  const { undo } = rest;
  replaced = own;
  gone(own);
  if (undo) standing = { id: own, take: () => takeBack(own, undo) };
  return own;
}

/** For what passes: 3.5 s, held while hovered or focused. `undo` puts one press on it, and `z` does the same. */
export const toast = {
  success: (text: string, options: ToastOptions = {}): Id => put('good', text, options, DURATION),
  error: (text: string, options: ToastOptions = {}): Id => put('bad', text, options, DURATION),
  dismiss: (id?: Id) => base.dismiss(id),
};

const writes = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'z' || event.ctrlKey || event.metaKey || event.altKey || writes(event.target) || !standing) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // a screen's own `z` takes back what has no toast any more
  standing.take();
}

/** Once, in the application's frame. Bottom left on the desk, above the bar on the phone. */
export function Toaster() {
  useEffect(() => {
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
  return (
    <Base
      position="bottom-left"
      expand
      visibleToasts={3}
      gap={8}
      offset={20}
      mobileOffset={{ bottom: 'calc(72px + env(safe-area-inset-bottom))', left: 12, right: 12 }}
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true }}
    />
  );
}
