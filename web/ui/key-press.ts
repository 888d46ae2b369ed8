import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** In these elements a letter is text or moves through a list, so it is not a shortcut. */
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';
const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';
/** Overlays block shortcuts while they are open, even if they do not contain the focus. */
const OVERLAYS = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"], [role="menu"][data-state="open"]';

const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);
/** The label of the modifier key: 'Ctrl', or its sign on a Mac. */
export const MOD = IS_MAC ? '⌘' : 'Ctrl';

const SIGNS: Readonly<Record<string, string>> = { delete: 'Del', backspace: '⌫', f2: 'F2' };
/** The label of a key of `useShortcuts`. */
export const keySign = (key: string): string => SIGNS[key] ?? key;

/** For the text field of a small form: Enter submits the form, and Shift+Enter starts a new line. */
export function submitsOnEnter(event: ReactKeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.form?.requestSubmit();
}

/** While a field is being loaded, letters are not shortcuts. This is the longest time for that, in milliseconds. */
const MOST_HELD_MS = 5_000;
/** Aborted when letters are shortcuts again. Null: letters are shortcuts. */
let held: AbortController | null = null;

const isWithin = (target: EventTarget | null, selector: string): boolean => target instanceof Element && target.closest(selector) !== null;
export const isTextField = (target: EventTarget | null): boolean => isWithin(target, TEXT_FIELDS);

/** Whether this is Ctrl and the letter, or Command and the letter on a Mac, where Ctrl and a letter move the text cursor. */
export function isCommand(event: KeyboardEvent, letter: string): boolean {
  const [wanted, other] = IS_MAC ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  return wanted && !other && !event.altKey && !event.shiftKey && event.key.toLowerCase() === letter;
}

/**
 * Whether letters typed there are not shortcuts, because a field, a menu or a dialog takes them, or a field is still being
 * loaded.
 */
export const takesLetters = (target: EventTarget | null): boolean =>
  held !== null || isWithin(target, FIELDS) || document.querySelector(OVERLAYS) !== null;

/** Whether a field, a menu, a dialog or the browser itself handles this key. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  return event.key === 'Escape' && held ? false : takesLetters(event.target);
}

/**
 * Call this when something opens a form whose script or data may still have to be loaded. Letters are not shortcuts until a
 * field has the focus, because a person who types at once means the new form. Escape or a press of the pointer ends this as
 * well.
 */
export function holdLetters(): void {
  held?.abort();
  const own = new AbortController();
  held = own;
  own.signal.addEventListener('abort', () => {
    if (held === own) held = null;
  });
  const { signal } = own;
  const timer = setTimeout(() => own.abort(), MOST_HELD_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
  document.addEventListener('focusin', ({ target }) => isWithin(target, FIELDS) && own.abort(), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && own.abort(), { signal });
  // Deferred, because the current press may be the one that opens the form.
  setTimeout(() => !signal.aborted && document.addEventListener('pointerdown', () => own.abort(), { signal }));
}

/**
 * Ignores the repetitions of a key that has acted as a shortcut and is still held down. Otherwise they would trigger the
 * shortcut again or be typed into the field that it opened.
 */
export function stopRepetitions({ code, key }: KeyboardEvent): void {
  const own = new AbortController();
  const { signal } = own;
  const isSame = (event: KeyboardEvent): boolean => event.code === code && event.key === key;
  const stop = (event: KeyboardEvent) => {
    if (!event.repeat || !isSame(event)) own.abort();
    else if (isTextField(event.target)) event.preventDefault();
  };
  document.addEventListener('keydown', stop, { capture: true, signal });
  document.addEventListener('keyup', (event) => isSame(event) && own.abort(), { capture: true, signal });
}
