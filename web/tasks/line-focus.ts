/** The lines of a screen on which each line asks for a decision. Their element has the attribute `data-line` with a key. */
const lines = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-line]')];
const withFocus = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-line]') ?? null;
const focusIn = (line: HTMLElement | undefined): void => line?.querySelector<HTMLElement>('a')?.focus();

/** The key of the line that has the focus. */
export const lineInFocus = (): string | null => withFocus()?.dataset.line ?? null;
export const focusLine = (key: string | null): void => focusIn(lines().find(({ dataset }) => dataset.line === key));
/** Moves the focus to the line below or above. */
export function focusNext(by: 1 | -1): void {
  const [all, line] = [lines(), withFocus()];
  focusIn(line ? all[all.indexOf(line) + by] : all.at(by === 1 ? 0 : -1));
}
