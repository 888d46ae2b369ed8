const MOST_FRAMES = 20;

/**
 * What moves to another day is drawn there as a new element. If it had the focus, it gets it back there, so that the next key
 * goes on with it.
 */
export function keepFocus(selector: string): void {
  let frames = 0;
  const look = () => {
    frames += 1;
    const { activeElement, body } = document;
    // Some parts of the page give the main content a focus that was lost.
    if (activeElement === body || activeElement?.id === 'main') document.querySelector<HTMLElement>(selector)?.focus();
    if (frames < MOST_FRAMES) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
