/** Moves the focus to the next (1) or the previous (-1) row of the list; to its first or last when none has it. */
export function stepRows(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('.vl .vb')];
  const focused = links.indexOf(document.activeElement as HTMLElement);
  const from = focused === -1 ? links.findIndex((link) => link.getAttribute('aria-current') === 'true') : focused;
  const next = links[from === -1 ? (by === 1 ? 0 : links.length - 1) : from + by];
  next?.focus();
}
