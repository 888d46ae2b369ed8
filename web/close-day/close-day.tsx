import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { clockTime, fullDate, number } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { activeAlertsQuery } from '../api/alerts.ts';
import { dailyQuery, streaksQuery } from '../api/reports.ts';
import { type Task, tasksQuery } from '../api/tasks.ts';
import { useAcknowledge } from '../tasks/acknowledge.ts';
import { useClosing } from '../tasks/closing.ts';
import { byDue } from '../tasks/due.ts';
import { focusLine, focusNext, lineInFocus } from '../tasks/line-focus.ts';
import lineStyles from '../tasks/lines.module.css';
import { findAgain } from '../tasks/promise-again.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { TaskScreenProvider } from '../tasks/task-screen-provider.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import { Page } from '../ui/page.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { Empty, ErrorState, RowsSkeleton } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import styles from './close-day.module.css';
import { Closed } from './closed.tsx';
import { type DayParts, openSentence, partsOf } from './day.ts';
import { useDecisions } from './decisions.ts';
import { MissedRow } from './missed-row.tsx';
import { OpenRow } from './open-row.tsx';
import { RestOfDay, Sums } from './rest-of-day.tsx';
import { StreakSoFar } from './streak-so-far.tsx';

const to = (id: string): string => `/todo?task=${encodeURIComponent(id)}`;

export function CloseDay() {
  const navigate = useNavigate();
  const edit = useCallback((task: Task) => void navigate(`${to(task.id)}&edit=1`), [navigate]);
  return (
    <TaskScreenProvider to={to} edit={edit}>
      <CloseDayScreen />
    </TaskScreenProvider>
  );
}

function CloseDayScreen() {
  const { clock } = useTaskScreen();
  const tasks = useQuery(tasksQuery());
  const parts = tasks.data && partsOf(tasks.data, clock);
  return (
    <Page
      title="Close the day"
      sub={`${fullDate(clock.today)}, ${clockTime(clock.time)}.${parts ? ` ${openSentence(parts.open.length)}` : ''}`}
    >
      {!parts && tasks.error && (
        <ErrorState title={tasks.error.message} onRetry={() => void tasks.refetch()} retrying={tasks.isFetching}>
          Your tasks are safe.
        </ErrorState>
      )}
      {!parts && !tasks.error && <RowsSkeleton rows={6} label="Loading the day" />}
      {parts && <Evening parts={parts} all={tasks.data ?? []} />}
    </Page>
  );
}

const KEYS = [
  [['j'], 'Next task'],
  [['k'], 'Previous task'],
  [['x'], 'Done'],
  [['m'], 'Tomorrow, or again tomorrow if it was missed'],
  [['s'], 'Skip with a reason'],
  [['0'], 'Not done, or admit a miss'],
  [['c'], 'Close the day'],
  ...COMMON_KEYS,
] as const;

function Evening({ parts, all }: { parts: DayParts; all: readonly Task[] }) {
  const { clock, acts, again } = useTaskScreen();
  const { today } = clock;
  const evening = useClosing(today);
  const decisions = useDecisions(evening);
  const alerts = useQuery(activeAlertsQuery()).data;
  const streak = useQuery(streaksQuery()).data?.user;
  const counts = useQuery(dailyQuery(today)).data?.counts;
  const { mutate: acknowledge } = useAcknowledge();
  const [skipping, setSkipping] = useState<string | null>(null);
  const [isNew, setIsNew] = useState(false);
  const keys = useKeyList(KEYS);
  const navigate = useNavigate();

  const { decided } = decisions;
  const open = [
    ...parts.open.filter(({ id }) => !decided.has(id)),
    ...[...decided.values()].map(({ task }) => all.find(({ id }) => id === task.id) ?? task),
  ].sort(byDue);
  const said = (task: Task): string | null =>
    decided.get(task.id)?.words ?? (evening.notDone.includes(task.id) ? 'Not done. It is missed at its due time' : null);
  const left = open.filter((task) => said(task) === null);
  const rest = parts.rest.filter(({ id }) => !decided.has(id));
  const alertOf = (task: Task): string | undefined => alerts?.find(({ type, taskId }) => type === 'task_missed' && taskId === task.id)?.id;
  const canClose = left.length === 0;

  function close(): void {
    if (!canClose) return;
    setIsNew(true);
    evening.change({ closedAt: clock.time });
  }
  /** Acts on the line with the focus, or on the first one that is not decided, and moves the focus on. */
  function byKey(onOpen: (task: Task) => void, onMissed?: (task: Task) => void): void {
    const key = lineInFocus();
    const missed = parts.missed.find(({ id }) => id === key);
    if (missed) {
      onMissed?.(missed);
      return;
    }
    const task = left.find(({ id }) => id === key) ?? (key === null ? left[0] : undefined);
    if (!task) return;
    const at = left.indexOf(task);
    focusLine((left[at + 1] ?? left[at - 1])?.id ?? null);
    onOpen(task);
  }
  useShortcuts({
    j: () => focusNext(1),
    k: () => focusNext(-1),
    x: () => byKey(decisions.done),
    m: () => byKey(decisions.tomorrow, (task) => !findAgain(all, task.id) && again(task, { dueDate: addDays(today, 1) })),
    s: () => {
      const task = left.find(({ id }) => id === lineInFocus()) ?? left[0];
      if (task) setSkipping(task.id);
    },
    '0': () =>
      byKey(decisions.notDone, (task) => {
        const alert = alertOf(task);
        if (alert) acknowledge(alert);
      }),
    c: close,
    z: () => void acts.undoLast(),
    '?': keys.show,
  });

  if (parts.open.length + parts.missed.length + parts.rest.length + decided.size === 0) return <NothingToday />;
  if (evening.closedAt !== null && canClose && streak && counts)
    return (
      <Closed
        at={evening.closedAt}
        streak={streak}
        counts={counts}
        parts={parts}
        isNew={isNew}
        onOpen={() => evening.change({ closedAt: null })}
      />
    );
  return (
    <div className={styles.columns}>
      <div>
        {open.length > 0 && (
          <section className={ledgerStyles.current} aria-labelledby="open-h">
            <header className={ledgerStyles.dayHeader} data-part="day-header">
              <h2 id="open-h">Still open</h2>
              <span>{openCount(left.length, open.length)}</span>
            </header>
            <ol className={lineStyles.lines}>
              {open.map((task) => (
                <OpenRow
                  key={task.id}
                  task={task}
                  said={said(task)}
                  decisions={decisions}
                  isSkipping={skipping === task.id}
                  onSkipping={(on) => setSkipping(on ? task.id : null)}
                />
              ))}
            </ol>
          </section>
        )}
        {parts.missed.length > 0 && (
          <section className={styles.section} aria-labelledby="missed-h">
            <header className={ledgerStyles.dayHeader} data-part="day-header">
              <h2 id="missed-h">Missed today</h2>
              <span>{number(parts.missed.length)}</span>
            </header>
            <ol className={lineStyles.lines}>
              {parts.missed.map((task) => {
                const alert = alertOf(task);
                return (
                  <MissedRow key={task.id} task={task} next={findAgain(all, task.id)} onAdmit={alert ? () => acknowledge(alert) : null} />
                );
              })}
            </ol>
          </section>
        )}
        {rest.length > 0 && (
          <div className={styles.section}>
            <RestOfDay tasks={rest} waiting={parts.waiting.length} />
          </div>
        )}
        {counts && <Sums counts={counts} waiting={parts.waiting.length} />}
        <div className={styles.foot}>
          <Status as="p">
            {canClose ? 'All of today is decided.' : `${number(left.length)} ${left.length === 1 ? 'is' : 'are'} left to decide.`}
          </Status>
          {!canClose && (
            <Button variant="ghost" onClick={() => void navigate('/dashboard')}>
              Leave {left.length === 1 ? 'it' : 'them'} open
            </Button>
          )}
          <Button variant="primary" disabled={!canClose} onClick={close}>
            Close the day
          </Button>
        </div>
      </div>
      <StreakSoFar streak={streak} parts={parts} counts={counts} tasks={all} />
      {keys.dialog}
    </div>
  );
}

function openCount(left: number, all: number): string {
  return left === all ? number(left) : `${number(left)}, ${number(all - left)} decided just now`;
}

const NothingToday = () => (
  <Empty
    level={2}
    title="Nothing was due today"
    mark="taken_back"
    action={
      <ButtonLink variant="primary" to="/dashboard">
        Go to the dashboard
      </ButtonLink>
    }
  >
    Such a day neither adds to the streak nor breaks it.
  </Empty>
);
