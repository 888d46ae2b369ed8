import { clsx } from 'clsx';
import { clockTime } from '../../src/contracts/words/format.ts';
import type { FocusSession } from '../api/focus.ts';
import { localTime } from '../lib/calendar.ts';
import styles from './line.module.css';
import { endIfGoingOn, pieces } from './time-left.ts';

interface FocusLineProps {
  readonly session: FocusSession;
  /** The server's time in milliseconds. */
  readonly now: number;
  readonly zone: string;
}

/** From the start of the session to its end, with its pauses as gaps. The words around it say the same. */
export function FocusLine({ session, now, zone }: FocusLineProps) {
  const isRunning = session.state === 'running';
  const found = pieces(session, now);
  const last = found.at(-1);
  const end = session.endedAt ?? endIfGoingOn(session, now);
  return (
    <>
      <div className={styles.line} aria-hidden="true">
        {found.map(({ kind, from, width }) => (
          <i
            key={`${kind}${from}`}
            className={clsx(kind === 'pause' && styles.pause, session.state === 'paused' && styles.still)}
            style={{ insetInlineStart: `${from}%`, inlineSize: `${width}%` }}
          />
        ))}
        {isRunning && <i className={styles.now} style={{ insetInlineStart: `${last ? last.from + last.width : 0}%` }} />}
      </div>
      <div className={styles.ends}>
        <span>{clockTime(localTime(session.startedAt, zone).time)}</span>
        <span>
          {clockTime(localTime(end, zone).time)}
          {session.state === 'paused' && ' if you go on now'}
        </span>
      </div>
    </>
  );
}
