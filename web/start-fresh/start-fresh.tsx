import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { plural } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { type Routine, routinesQuery } from '../api/routines.ts';
import type { Task } from '../api/tasks.ts';
import { AgainDialog } from '../tasks/again-dialog.tsx';
import { focusLine, focusNext, lineInFocus } from '../tasks/line-focus.ts';
import lineStyles from '../tasks/lines.module.css';
import { noteMisses } from '../tasks/miss-notes.ts';
import { type MissLine, newestIn, useMisses } from '../tasks/misses.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { TaskScreenProvider } from '../tasks/task-screen-provider.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Page } from '../ui/page.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { Empty, RowsSkeleton } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import type { Answer } from './answers.ts';
import { LineRow } from './line-row.tsx';
import { Rest } from './rest.tsx';
import { type Sorting, useSorting } from './sorting.ts';
import styles from './start-fresh.module.css';
import { StreakAside } from './streak-aside.tsx';
import { kindWords, rangeWords, sumWords } from './words.ts';

const to = (id: string): string => `/todo?tab=missed&task=${encodeURIComponent(id)}`;

export function StartFresh() {
  const navigate = useNavigate();
  const edit = useCallback((task: Task) => void navigate(`${to(task.id)}&edit=1`), [navigate]);
  return (
    <TaskScreenProvider to={to} edit={edit}>
      <StartFreshScreen />
    </TaskScreenProvider>
  );
}

const KEYS = [
  [['j'], 'Next miss'],
  [['k'], 'Previous miss'],
  [['m'], 'Again tomorrow'],
  [['w'], 'Again next week'],
  [['p'], 'Again on a day that you pick'],
  [['d'], 'Drop'],
  [['a'], 'Archive'],
  ...COMMON_KEYS,
] as const;

/** Whether the routine makes its next occurrence by itself. */
const goesOn = (routines: readonly Routine[] | undefined, { routineId }: MissLine): boolean =>
  routines?.some(({ id, paused, nextDates }) => id === routineId && !paused && nextDates.length > 0) ?? false;

function StartFreshScreen() {
  const { clock, acts } = useTaskScreen();
  const { today } = clock;
  const misses = useMisses();
  const routines = useQuery(routinesQuery()).data;
  const sorting = useSorting(misses, today);
  const [picking, setPicking] = useState<MissLine | null>(null);
  const [sending, setSending] = useState(false);
  const keys = useKeyList(KEYS);
  const { lines, open } = sorting;
  const again = (days: number): Answer => ({ kind: 'again', due: { dueDate: addDays(today, days) } });
  const give = (line: MissLine, answer: Answer) => void sorting.answer([{ line, answer }]);

  /** Answers the line with the focus, or the first one, and moves the focus to the next one that has no answer. */
  function byKey(answer: Answer): void {
    const line = open.find(({ key }) => key === lineInFocus()) ?? open[0];
    if (!line) return;
    focusLine(open[open.indexOf(line) + 1]?.key ?? open[open.indexOf(line) - 1]?.key ?? null);
    give(line, answer);
  }
  useShortcuts({
    j: () => focusNext(1),
    k: () => focusNext(-1),
    m: () => byKey(again(1)),
    w: () => byKey(again(7)),
    p: () => setPicking(open.find(({ key }) => key === lineInFocus()) ?? open[0] ?? null),
    d: () => byKey({ kind: 'drop' }),
    a: () => byKey({ kind: 'archive' }),
    z: () => void acts.undoLast(),
    '?': keys.show,
  });
  async function pick(line: MissLine, due: { readonly dueDate: string; readonly dueTime?: string | null }): Promise<void> {
    setSending(true);
    const fault = await sorting.answer([{ line, answer: { kind: 'again', due } }]).finally(() => setSending(false));
    if (fault !== null) throw new Error(fault);
  }
  const all = lines.flatMap(({ tasks }) => tasks);
  return (
    <Page title="Start fresh" sub={all.length > 0 && <span className={styles.lead}>{kindWords(all, today)}</span>}>
      {!misses && <RowsSkeleton rows={7} label="Loading what was missed" />}
      {misses && lines.length === 0 && <Nothing dropped={misses.dropped} />}
      {lines.length > 0 && (
        <div className={styles.columns}>
          <div>
            <section aria-labelledby="missed-h">
              <header className={styles.header}>
                <h2 id="missed-h">{rangeWords(all, today)}</h2>
                <Status className={clsx(textStyles.small, textStyles.faint)}>{countWords(sorting)}</Status>
              </header>
              <ol className={lineStyles.lines}>
                {lines.map((line) => (
                  <LineRow
                    key={line.key}
                    line={line}
                    sorting={sorting}
                    today={today}
                    onAnswer={(one) => give(line, one)}
                    onPick={() => setPicking(line)}
                    isFirst={open[0] === line}
                  />
                ))}
              </ol>
            </section>
            {open.length > 0 ? (
              <Rest
                open={open}
                onAnswer={(answered) => void sorting.answer(answered)}
                tomorrow={addDays(today, 1)}
                goesOn={(line) => goesOn(routines, line)}
              />
            ) : (
              <Done sorting={sorting} today={today} />
            )}
          </div>
          <StreakAside misses={all} />
        </div>
      )}
      <AgainDialog
        task={picking && newestIn(picking)}
        today={today}
        act={{ sending, send: (_task, due) => (picking ? pick(picking, due) : Promise.resolve()) }}
        onClose={() => setPicking(null)}
      />
      {keys.dialog}
    </Page>
  );
}

function countWords({ lines, open, sorted }: Sorting): string {
  const misses = lines.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const inLines = misses === lines.length ? plural(misses, 'miss', 'misses') : `${misses} in ${plural(lines.length, 'line')}`;
  return sorted.size > 0 && open.length > 0 ? `${inLines}, ${sorted.size} settled` : inLines;
}

function Nothing({ dropped }: { dropped: readonly Task[] }) {
  const count = plural(dropped.length, 'earlier miss', 'earlier misses');
  return (
    <Empty
      level={2}
      title="Nothing is left to sort out"
      mark="completed"
      action={
        <span className={layoutStyles.actions}>
          <ButtonLink variant="primary" to="/dashboard">
            Go to the dashboard
          </ButtonLink>
          {dropped.length > 0 && (
            <Button
              onClick={() =>
                noteMisses(
                  'takenBack',
                  dropped.map(({ id }) => id),
                  true,
                )
              }
            >
              Decide about {count}
            </Button>
          )}
        </span>
      }
    >
      What is missed from now on comes here until you have said what becomes of it. All misses are in the record.
    </Empty>
  );
}

const Done = ({ sorting, today }: { sorting: Sorting; today: string }) => (
  <div className={styles.done}>
    <Empty
      title="That is sorted out"
      mark="completed"
      action={
        <ButtonLink variant="primary" to="/dashboard">
          Go to the dashboard
        </ButtonLink>
      }
    >
      <Status fresh>
        {sumWords(
          [...sorting.sorted.values()].map(({ answer }) => answer),
          today,
          addDays(today, 1),
        )}
      </Status>
    </Empty>
  </div>
);
