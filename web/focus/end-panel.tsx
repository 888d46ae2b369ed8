import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Coffee, Play } from 'lucide-react';
import { clockTime, plural } from '../../src/contracts/words/format.ts';
import { serverNow } from '../api/clock.ts';
import { localTime } from '../lib/calendar.ts';
import { startFocusOn } from '../tasks/focus-acts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import textStyles from '../ui/text.module.css';
import { BREAK, restMinutes } from './kept.ts';
import { FocusLine } from './line.tsx';
import styles from './panel.module.css';
import { canComplete, DoneButton, Fact, Facts, PanelHeader, type SessionProps, useTaskOf } from './panel-parts.tsx';
import { answerEnd } from './use-focus.ts';
import { endWords, focusedWords, MINUTE } from './words.ts';

const MORE_MINUTES = 5;

/** A session that ended by itself: its minutes have run, or its pause was too long. */
export function EndPanel({ session, now, zone, onClose }: Omit<SessionProps, 'today'>) {
  const client = useQueryClient();
  const task = useTaskOf(session.taskId);
  const isAbandoned = session.end === 'abandoned';
  const counted = Math.floor(session.focusedSeconds / 60);
  const more = (minutes: number): void => {
    answerEnd();
    onClose();
    if (session.taskId) void startFocusOn(client, { id: session.taskId, title: session.title ?? '' }, minutes);
  };
  const rest = (): void => {
    const from = serverNow();
    BREAK.set(JSON.stringify({ from, until: from + restMinutes(session.minutes) * MINUTE }));
    answerEnd();
  };
  const open = task && canComplete(task);
  return (
    <>
      <PanelHeader
        caption={session.endedAt ? clockTime(localTime(session.endedAt, zone).time) : ''}
        onClose={() => {
          answerEnd();
          onClose();
        }}
      />
      <div className={styles.body}>
        <h2>{isAbandoned ? 'The pause was longer than two hours' : endWords(session)}</h2>
        <p className={textStyles.muted} dir="auto">
          {session.title}
        </p>
        <FocusLine session={session} now={now} zone={zone} />
        {isAbandoned && (
          <p className={styles.hint}>So the session has ended. {plural(counted, 'minute')} of focus are counted, and nothing is lost.</p>
        )}
        {task && (
          <Facts>
            <Fact name="Focused on this task" value={focusedWords(task, 0)} />
          </Facts>
        )}
        <div className={clsx(styles.actions, styles.three)}>
          <DoneButton task={task} session={session} primary onClose={onClose} />
          {open && !isAbandoned && <Button onClick={() => more(MORE_MINUTES)}>Five minutes more</Button>}
          {open && isAbandoned && (
            <Button icon={<Icon of={Play} />} onClick={() => more(Math.max(1, session.minutes - counted))}>
              Go on
            </Button>
          )}
          {!isAbandoned && (
            <Button icon={<Icon of={Coffee} />} onClick={rest}>
              A break
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
