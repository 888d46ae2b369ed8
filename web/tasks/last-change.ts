interface LastChange {
  /** The id of the task, or of what else was changed. */
  readonly id: string;
  readonly undo: () => void;
}

/** There is one for the whole program, so that a change can be undone on another screen, too. */
let last: LastChange | null = null;

/** Remembers how the newest change is undone by the key `z`, also after its message has disappeared. */
export function rememberChange(id: string, undo: () => void): void {
  last = { id, undo };
}

/** For a change that was refused or undone. Without an id every change is forgotten. */
export function forgetChange(id?: string): void {
  if (id === undefined || last?.id === id) last = null;
}

/** False: there is no change to undo. */
export function undoLastChange(): boolean {
  const change = last;
  last = null;
  change?.undo();
  return change !== null;
}
