import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { memo, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { type Task, tasksQuery } from '../api/tasks.ts';
import { againDays, againText } from '../tasks/again-dialog.tsx';
import detailStyles from '../tasks/detail.module.css';
import { canPromiseAgain, findAgain } from '../tasks/promise-again.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import textStyles from '../ui/text.module.css';
import { dueWords } from './task-facts.tsx';
import styles from './task-panel.module.css';

/** On a missed or skipped task. While a task that promises it again is open, a link leads to that one. */
export const AgainSection = memo(function AgainSection({ task }: { task: Task }) {
  const { clock, again, askAgain, to } = useTaskScreen();
  const tasks = useQuery(tasksQuery()).data;
  const next = tasks && findAgain(tasks, task.id);
  const link = useFocusOnceShown(next?.id);
  if (!canPromiseAgain(task)) return null;
  return (
    <section className={detailStyles.section} data-part="detail-section" aria-labelledby="again-h">
      <h3 id="again-h">Promise it again</h3>
      {next ? (
        <p className={clsx(textStyles.small, textStyles.muted, layoutStyles.after20)}>
          Promised again:{' '}
          <Link ref={link} className={textStyles.link} to={to(next.id)}>
            {dueWords(next, clock)}
          </Link>
        </p>
      ) : (
        <>
          <p className={clsx(textStyles.small, textStyles.muted)}>{againText(task)}</p>
          <div className={styles.actions}>
            {againDays(clock.today).map(({ words, date, icon }) => (
              <Button key={date} icon={<Icon of={icon} />} onClick={() => again(task, { dueDate: date })}>
                {words}
              </Button>
            ))}
            <Button onClick={() => askAgain(task)}>Pick a day</Button>
          </div>
        </>
      )}
    </section>
  );
});

/** The link takes the place of the button that was pressed, and its focus. */
function useFocusOnceShown(shown: string | undefined) {
  const link = useRef<HTMLAnchorElement>(null);
  const was = useRef(shown);
  useEffect(() => {
    if (shown && !was.current && document.activeElement === document.body) link.current?.focus({ preventScroll: true });
    was.current = shown;
  }, [shown]);
  return link;
}
