import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Pause, Play, Square } from 'lucide-react';
import { clockTime, dayWord, quoted } from '../../src/contracts/words/format.ts';
import type { Focus, FocusSession } from '../api/focus.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { useBrowserValue } from '../lib/browser-value.ts';
import { localTime } from '../lib/calendar.ts';
import { dueOf } from '../tasks/due.ts';
import { changeSession, switchFocus } from '../tasks/focus-acts.ts';
import type { FocusTask } from '../tasks/focus-panel.ts';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/choice.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import textStyles from '../ui/text.module.css';
import { playSound } from './announce.ts';
import { BreakPanel } from './break-panel.tsx';
import { EndPanel } from './end-panel.tsx';
import { SOUND } from './kept.ts';
import { FocusLine } from './line.tsx';
import styles from './panel.module.css';
import { DoneButton, Fact, Facts, PanelHeader, type SessionProps, useTaskOf } from './panel-parts.tsx';
import { clockWords, focusedMs, leftMs } from './time-left.ts';
import { answerEnd, type Phase } from './use-focus.ts';
import { focusedWords, MINUTE, todayWords } from './words.ts';

interface PanelProps {
  readonly phase: Exclude<Phase, { readonly kind: 'none' }>;
  readonly today: Focus['today'] | null;
  /** The server's time in milliseconds. */
  readonly now: number;
  readonly wanted: FocusTask | null;
  readonly onClose: () => void;
}

export function FocusPanelBody({ phase, today, now, wanted, onClose }: PanelProps) {
  const { zone } = useOwnerClock();
  if ('rest' in phase) return <BreakPanel rest={phase.rest} now={now} zone={zone} onClose={onClose} />;
  const { session } = phase;
  if (phase.kind === 'ended') return <EndPanel session={session} now={now} zone={zone} onClose={onClose} />;
  return <SessionPanel session={session} today={today} now={now} zone={zone} wanted={wanted} onClose={onClose} />;
}

function SessionPanel({ session, today, now, zone, wanted, onClose }: SessionProps & { wanted: FocusTask | null }) {
  const client = useQueryClient();
  const clock = useOwnerClock();
  const task = useTaskOf(session.taskId);
  const isPaused = session.state === 'paused';
  const since = session.pauses.at(-1)?.from;
  const counted = Math.floor(focusedMs(session, now) / MINUTE);
  const stop = async (): Promise<void> => {
    answerEnd();
    onClose();
    await changeSession(client, session, 'stop');
  };
  return (
    <>
      <PanelHeader caption={isPaused ? 'Paused' : 'Focus'} onClose={onClose} />
      <div className={styles.body}>
        {wanted && <Wanted session={session} wanted={wanted} onClose={onClose} />}
        <h2 dir="auto">{session.title ?? 'Without a task'}</h2>
        {task && <p className={textStyles.faint}>{dueLine(task, clock)}</p>}
        <p className={styles.time}>
          <b role="timer">{clockWords(leftMs(session, now))}</b>
          <span>left of {session.minutes} min</span>
          {isPaused && since && <span className={textStyles.atEnd}>paused since {clockTime(localTime(since, zone).time)}</span>}
        </p>
        <FocusLine session={session} now={now} zone={zone} />
        <div className={styles.actions}>
          <Button
            variant="primary"
            icon={<Icon of={isPaused ? Play : Pause} />}
            onClick={() => void changeSession(client, session, isPaused ? 'resume' : 'pause')}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <DoneButton task={task} session={session} primary={false} onClose={onClose} />
          <Button icon={<Icon of={Square} />} onClick={() => void stop()}>
            Stop
          </Button>
        </div>
        {isPaused ? (
          <p className={clsx(textStyles.faint, styles.hint)}>After two hours of pause it ends by itself. {counted} min are counted.</p>
        ) : (
          <Facts>
            {task && <Fact name="Focused on this task" value={focusedWords(task, counted)} />}
            {today && <Fact name="Today" value={todayWords(today, session, counted, zone)} />}
          </Facts>
        )}
        <SoundChoice />
      </div>
    </>
  );
}

/** For example 'Due tomorrow, 17:00'. */
function dueLine(task: Task, { zone, today }: Pick<OwnerClock, 'zone' | 'today'>): string {
  const due = dueOf(task, zone);
  return due ? `Due ${dayWord(due.date, today)}${due.time ? `, ${clockTime(due.time)}` : ''}` : 'No due date';
}

/** One session runs at a time. It may have been started on another device. */
function Wanted({ session, wanted, onClose }: { session: FocusSession; wanted: FocusTask; onClose: () => void }) {
  const client = useQueryClient();
  const instead = async (): Promise<void> => {
    onClose();
    await switchFocus(client, session, wanted);
  };
  return (
    <div className={styles.wanted}>
      <Note title="A session is under way,">
        perhaps begun on another device. One runs at a time.{' '}
        <button type="button" className={textStyles.link} onClick={() => void instead()}>
          Stop it and focus on {quoted(wanted.title)}
        </button>
      </Note>
    </div>
  );
}

function SoundChoice() {
  const isOn = useBrowserValue(SOUND) === 'on';
  return (
    <div className={styles.sound}>
      <Switch
        label="Sound at the end"
        checked={isOn}
        onChange={(on) => {
          SOUND.set(on ? 'on' : null);
          if (on) playSound();
        }}
      />
    </div>
  );
}
