/** Where a letter is text, or moves through a list: it is no shortcut there. */
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';
const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';
/** What lies over the screen while it is open, even if the focus is not in it. */
const OVERLAYS = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"], [role="menu"][data-state="open"]';

const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);
/** The key for commands, as it is written: 'Ctrl', or its sign on a Mac. */
export const MOD = IS_MAC ? '⌘' : 'Ctrl';

/** For at most so long letters are no shortcuts while a field is loaded. */
const MOST_HELD_MS = 5_000;
/** Aborted when letters are shortcuts again. Null: they are. */
let held: AbortController | null = null;

const isWithin = (target: EventTarget | null, selector: string): boolean => target instanceof Element && target.closest(selector) !== null;
/** Whether what is typed there is text. */
export const isTextField = (target: EventTarget | null): boolean => isWithin(target, TEXT_FIELDS);

/** Whether this is Ctrl and the letter, or Command and the letter on a Mac, where Ctrl and a letter move the cursor in a text. */
export function isCommand(event: KeyboardEvent, letter: string): boolean {
  const [wanted, other] = IS_MAC ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  return wanted && !other && !event.altKey && !event.shiftKey && event.key.toLowerCase() === letter;
}

/** Whether a letter that is pressed there is no shortcut: it belongs to a field, a menu or a dialog, or the field for it is loaded. */
export const takesLetters = (target: EventTarget | null): boolean =>
  held !== null || isWithin(target, FIELDS) || document.querySelector(OVERLAYS) !== null;

/** Whether a key press belongs to something else than the shortcuts: a field, a menu, a dialog, or a shortcut of the browser. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  return event.key === 'Escape' && held ? false : takesLetters(event.target);
}

/**
 * Called when something opens a form whose script or data may have to be loaded first. Until a field has the focus, letters are
 * no shortcuts of the screen that is still shown: who types at once does not mean them. Escape or a press ends this, too.
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
  // Not this press itself, which may be what opens the form.
  setTimeout(() => !signal.aborted && document.addEventListener('pointerdown', () => own.abort(), { signal }));
}

/**
 * Stops a key that is held down after it has acted as a shortcut: its repetitions are neither that shortcut again nor letters in
 * the field that it has opened.
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
