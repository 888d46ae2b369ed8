import { clsx } from 'clsx';
import { type RefObject, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { MarkButton, MarkSlot, markWord } from '../ui/mark.tsx';
import { type DemoRow, nextOf, sumOf } from './demo-state.ts';
import { type DemoHandle, type DemoState, useDemo } from './use-demo.ts';

/** The date and time zone of the visitor, shown above the sample day. */
function visitorsDay(): { day: string; zone: string } {
  const day = new Date().toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
  return { day: day.replace(',', ''), zone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** A sample day whose tasks can be completed without an account. */
export function Demo({ handle }: { handle: RefObject<DemoHandle | null> }) {
  const box = useRef<HTMLElement>(null);
  const state = useDemo(handle, box);
  const [{ day, zone }] = useState(visitorsDay);
  const sum = sumOf(state.rows);
  return (
    <figure className={clsx('spec day is-today', sum.closed && 'is-closed')} aria-label="A sample day that you can tick" ref={box}>
      <div className="day-h">
        <h2>{day}</h2>
        <span className="end">{zone}</span>
      </div>
      <ol className="rows">
        {state.rows.map((row) => (
          <Row key={row.id} row={row} state={state} />
        ))}
      </ol>
      <figcaption className="day-f">
        <span className="spec-n" role="status">
          {state.announcement || (state.playing ? 'Watch the ledger…' : 'A sample day. Tick something.')}
        </span>
        <span className="sum">
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
  return (
    <li className={clsx('row', (row.mark === 'completed' || row.mark === 'verified') && 'is-done')}>
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
      <div className="row-b">
        <span className="row-t">{row.title}</span>
        <span className="row-e">
          {row.mark === 'awaiting_proof' && (
            <Button size="s" onClick={() => state.put(row.id, 'in_review')}>
              Send proof
            </Button>
          )}
          <Word row={row} />
          <span className="at">{row.at}</span>
        </span>
      </div>
    </li>
  );
}

/** The state of a row in words, for states that need an explanation. */
function Word({ row: { mark } }: { row: DemoRow }) {
  const tone = mark === 'in_review' ? 'review' : mark === 'verified' ? 'kept' : mark === 'missed' || mark === 'late' ? 'missed' : null;
  if (tone === null) return null;
  return (
    <span className={tone} aria-hidden="true">
      {mark === 'late' ? 'late' : markWord(mark).toLowerCase()}
    </span>
  );
}
