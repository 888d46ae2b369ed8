import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Play } from 'lucide-react';
import { clockTime } from '../../src/contracts/words/format.ts';
import { nextQuery } from '../api/next.ts';
import { localTime } from '../lib/calendar.ts';
import { startFocusOn } from '../tasks/focus-acts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import textStyles from '../ui/text.module.css';
import { BREAK, type Rest } from './kept.ts';
import styles from './panel.module.css';
import { PanelHeader } from './panel-parts.tsx';
import { clockWords } from './time-left.ts';
import { MINUTE } from './words.ts';

interface BreakProps {
  readonly rest: Rest;
  /** The server's time in milliseconds. */
  readonly now: number;
  readonly zone: string;
  readonly onClose: () => void;
}

/** A break is offered, never forced. Only this browser counts it. */
export function BreakPanel({ rest, now, zone, onClose }: BreakProps) {
  const client = useQueryClient();
  const next = useQuery(nextQuery()).data?.task;
  const isOver = now >= rest.until;
  const end = (): void => {
    BREAK.set(null);
    onClose();
  };
  const start = (): void => {
    end();
    if (next) void startFocusOn(client, next);
  };
  return (
    <>
      <PanelHeader caption={isOver ? 'Break' : 'A break'} onClose={onClose} />
      <div className={styles.body}>
        {isOver ? (
          <h2>The break is over</h2>
        ) : (
          <p className={styles.time}>
            <b role="timer">{clockWords(rest.until - now)}</b>
            <span>left of {Math.round((rest.until - rest.from) / MINUTE)} min</span>
            <span className={textStyles.atEnd}>until {clockTime(localTime(rest.until, zone).time)}</span>
          </p>
        )}
        {next && (
          <p dir="auto">
            Then: <bdi>{next.title}</bdi>
          </p>
        )}
        <div className={styles.actions}>
          {next && (
            <Button variant="primary" icon={<Icon of={Play} />} onClick={start}>
              Start now
            </Button>
          )}
          <Button onClick={end}>End the break</Button>
        </div>
        <p className={clsx(styles.hint, textStyles.faint)}>Only this browser counts the break. It is not counted as focus.</p>
      </div>
    </>
  );
}
