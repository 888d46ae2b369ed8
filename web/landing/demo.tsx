import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { type MarkName, markWord } from '../../src/contracts/words/marks.ts';
import { SAMPLE_DAY } from '../content/landing.ts';
import { Button } from '../ui/button.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import { MarkButton, MarkSlot } from '../ui/mark.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import { TEXT_TONES } from '../ui/text-tones.ts';
import styles from './demo.module.css';

export interface DemoRow {
  readonly id: string;
  readonly title: string;
  readonly at: string;
  readonly mark: MarkName;
  readonly proof: boolean;
}

/** The effect of pressing the mark or the button of a row. Null: pressing does nothing. */
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

function describeRow({ title, mark }: DemoRow): string {
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

/** The day is closed if no task is open. */
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

/** Milliseconds. */
const REVIEW_TAKES = 2_200;

export interface DemoState {
  rows: readonly DemoRow[];
  /** The last change as a sentence, for screen readers. */
  announcement: string;
  /** The row whose mark is animated, because it has just changed. */
  changed: string | null;
  put: (id: string, mark: MarkName) => void;
}

function useDemo(): DemoState {
  const [rows, setRows] = useState<readonly DemoRow[]>(SAMPLE_DAY);
  const [last, setLast] = useState<{ id: string; mark: MarkName } | null>(null);
  const review = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(review.current), []);

  const set = (id: string, mark: MarkName) => {
    setRows((now) => withMark(now, id, mark));
    setLast({ id, mark });
  };

  /** A submitted proof is accepted a moment later. */
  function put(id: string, mark: MarkName) {
    clearTimeout(review.current);
    set(id, mark);
    if (mark === 'in_review') review.current = setTimeout(() => set(id, 'verified'), REVIEW_TAKES);
  }

  const row = last && rows.find((one) => one.id === last.id);
  return { rows, announcement: row ? describeRow(row) : '', changed: last?.id ?? null, put };
}

function visitorsDay(): { day: string; zone: string } {
  const day = new Date().toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
  return { day: day.replace(',', ''), zone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
}

export function Demo() {
  const state = useDemo();
  const [{ day, zone }] = useState(visitorsDay);
  const sum = sumOf(state.rows);
  return (
    <figure
      className={clsx(styles.sample, ledgerStyles.day, ledgerStyles.current, sum.closed && ledgerStyles.closed)}
      aria-label="A sample day that you can tick"
    >
      <div className={ledgerStyles.dayHeader} data-part="day-header">
        <h2>{day}</h2>
        <span className={textStyles.atEnd}>{zone}</span>
      </div>
      <ol className={ledgerStyles.rows}>
        {state.rows.map((row) => (
          <Row key={row.id} row={row} state={state} />
        ))}
      </ol>
      <figcaption className={ledgerStyles.dayFooter} data-part="day-footer">
        <Status className={styles.announcement}>{state.announcement || 'A sample day. Tick something.'}</Status>
        <span className={ledgerStyles.sum}>
          <span>
            kept <b>{sum.kept}</b>
          </span>
          <span>
            missed <b>{sum.missed}</b>
          </span>
          {!sum.closed && (
            <span>
              open <b>{sum.open}</b>
            </span>
          )}
        </span>
      </figcaption>
    </figure>
  );
}

function Row({ row, state }: { row: DemoRow; state: DemoState }) {
  const next = nextOf(row);
  const drawn = state.changed === row.id;
  const onMark = next && row.mark !== 'awaiting_proof';
  const isDone = row.mark === 'completed' || row.mark === 'verified';
  return (
    <li className={clsx(ledgerStyles.row, isDone && [ledgerStyles.done, styles.done])} data-part="row">
      {onMark ? (
        <MarkButton
          key={row.mark}
          name={row.mark}
          label={`${next.does}: ${row.title}`}
          drawn={drawn}
          onPress={() => state.put(row.id, next.to)}
        />
      ) : (
        <MarkSlot key={row.mark} name={row.mark} drawn={drawn} />
      )}
      <div className={ledgerStyles.rowBody} data-part="row-body">
        <span className={ledgerStyles.title} data-part="title">
          {row.title}
        </span>
        <span className={ledgerStyles.rowEnd} data-part="row-end">
          {row.mark === 'awaiting_proof' && (
            <Button size="s" onClick={() => state.put(row.id, 'in_review')}>
              Send proof
            </Button>
          )}
          <Word row={row} />
          <span className={ledgerStyles.time}>{row.at}</span>
        </span>
      </div>
    </li>
  );
}

/** Only some states need an explanation. */
function Word({ row: { mark } }: { row: DemoRow }) {
  const tone = mark === 'in_review' ? 'review' : mark === 'verified' ? 'kept' : mark === 'missed' || mark === 'late' ? 'missed' : null;
  if (tone === null) return null;
  return (
    <span className={TEXT_TONES[tone]} aria-hidden="true">
      {mark === 'late' ? 'late' : markWord(mark).toLowerCase()}
    </span>
  );
}
