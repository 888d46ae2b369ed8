import type { MarkName } from '../ui/mark.tsx';

export interface DemoRow {
  readonly id: string;
  readonly title: string;
  readonly at: string;
  readonly mark: MarkName;
  readonly proof: boolean;
}

/** What pressing the mark or the button of a row does, or null when it does nothing. */
export function nextOf({ mark, proof }: DemoRow): { to: MarkName; does: string } | null {
  if (mark === 'pending') return { to: proof ? 'awaiting_proof' : 'completed', does: 'Complete' };
  if (mark === 'completed') return { to: 'pending', does: 'Undo' };
  if (mark === 'awaiting_proof') return { to: 'in_review', does: 'Send proof' };
  if (mark === 'missed') return { to: 'late', does: 'Complete late' };
  if (mark === 'late') return { to: 'missed', does: 'Undo' };
  return null;
}

export const withMark = (rows: readonly DemoRow[], id: string, mark: MarkName): DemoRow[] =>
  rows.map((row) => (row.id === id ? { ...row, mark } : row));

/** A sentence about the new state of a row. */
export function describeRow({ title, mark }: DemoRow): string {
  const sentences: Partial<Record<MarkName, string>> = {
    pending: 'Open again, and the ledger remembers that it was done.',
    completed: 'Done. No proof was asked for, so one line is drawn.',
    awaiting_proof: 'Done. The line below the tick waits for proof.',
    in_review: 'Proof sent. One line is drawn; the partner looks at it.',
    verified: 'Accepted. The line is ruled off twice, and stays.',
    late: 'Done late. The miss stays in the record.',
    missed: 'Taken back. It is missed, as it was.',
  };
  return `${title}: ${sentences[mark] ?? ''}`;
}

const KEPT: readonly MarkName[] = ['completed', 'verified'];
const OPEN: readonly MarkName[] = ['pending', 'awaiting_proof', 'in_review'];

/** The counts of the sample day. It is closed when nothing is open. */
export function sumOf(rows: readonly DemoRow[]): { kept: number; missed: number; open: number; closed: boolean } {
  const count = (test: (mark: MarkName) => boolean) => rows.filter(({ mark }) => test(mark)).length;
  const open = count((mark) => OPEN.includes(mark));
  return {
    kept: count((mark) => KEPT.includes(mark)),
    missed: count((mark) => mark === 'missed' || mark === 'late'),
    open,
    closed: open === 0,
  };
}
