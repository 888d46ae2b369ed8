import { replaceEqualDeep, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  ArrowLeft,
  Check,
  ChevronDown,
  ChevronUp,
  CloudUpload,
  Ellipsis,
  Pencil,
  Scale,
  SkipForward,
  Stamp,
  Timer,
  Undo2,
  X,
} from 'lucide-react';
import { memo, type RefObject, useCallback, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { auditQuery } from '../api/audit.ts';
import { failedWith } from '../api/problem.ts';
import { type TaggedTask, type Task, taskQuery } from '../api/tasks.ts';
import { cachedTask } from '../tasks/cache.ts';
import detailStyles from '../tasks/detail.module.css';
import { useProofGesture } from '../tasks/open-proof.ts';
import { appealUntil, canFocus, canProve, isOpen, missedAt, proofAddress } from '../tasks/state.ts';
import { canChange, canSkip } from '../tasks/task-actions.ts';
import { TaskMenuItems } from '../tasks/task-menu.tsx';
import { TaskTick } from '../tasks/task-row.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { TitleField } from '../tasks/title-in-place.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { holdLetters } from '../ui/key-press.ts';
import layoutStyles from '../ui/layout.module.css';
import { Linked } from '../ui/linked.tsx';
import { Menu } from '../ui/menu.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { TitleLink } from '../ui/title-link.tsx';
import { AgainSection } from './again-section.tsx';
import { LinksAndFiles } from './links-and-files.tsx';
import { Steps } from './steps.tsx';
import { TaskEdit } from './task-edit.tsx';
import { dueWords, TaskFacts, TaskHistory } from './task-facts.tsx';
import { TaskHelp } from './task-help.tsx';
import styles from './task-panel.module.css';

export interface TaskPanelProps {
  readonly id: string;
  readonly editing: boolean;
  readonly onEdit: (editing: boolean) => void;
  readonly onClose: () => void;
  /** Open the previous and the next task. Null at the ends of the list. */
  readonly onStep: { readonly back: (() => void) | null; readonly on: (() => void) | null };
}

/** At the right of the list, or instead of it on a narrow screen. */
export function TaskPanel({ id, editing, onEdit, onClose, onStep }: TaskPanelProps) {
  const client = useQueryClient();
  const { clock } = useTaskScreen();
  const listed = (): TaggedTask | undefined => {
    const task = cachedTask(client, id);
    return task && { task, etag: null };
  };
  const one = useQuery({
    ...taskQuery(id),
    placeholderData: listed,
    // What is shown of the listed task is not rendered again when the answer tells the same.
    structuralSharing: (known, read) => replaceEqualDeep(known ?? listed(), read),
  });
  const task = one.data?.task;
  const heading = useFocusHeadingAfterEdit(editing);
  useProofGesture(task);
  const edit = useCallback(() => onEdit(true), [onEdit]);
  return (
    <article className={styles.panel} aria-label={task?.title ?? 'Task'}>
      <header className={styles.header}>
        <IconButton label="Back to the list" className={styles.back} onClick={onClose}>
          <Icon of={ArrowLeft} />
        </IconButton>
        <span className={clsx(textStyles.small, textStyles.faint, styles.when)}>{task && dueWords(task, clock)}</span>
        <span className={clsx(textStyles.atEnd, styles.neighbours)}>
          <IconButton label="Previous task" disabled={!onStep.back} onClick={() => onStep.back?.()}>
            <Icon of={ChevronUp} />
          </IconButton>
          <IconButton label="Next task" disabled={!onStep.on} onClick={() => onStep.on?.()}>
            <Icon of={ChevronDown} />
          </IconButton>
        </span>
        {task && (
          <Menu
            trigger={
              <IconButton label="More">
                <Icon of={Ellipsis} />
              </IconButton>
            }
          >
            <TaskMenuItems task={task} />
          </Menu>
        )}
        <IconButton label="Close" className={styles.close} onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </header>
      <div className={styles.body}>
        {task && editing && one.data && !one.isPlaceholderData && <TaskEdit key={id} tagged={one.data} onClose={() => onEdit(false)} />}
        {one.data && !(editing && !one.isPlaceholderData) && <TaskBody tagged={one.data} heading={heading} onEdit={edit} />}
        {!task && one.error && (
          <ErrorState
            title={failedWith(one.error, 'not_found') ? 'This task is not here any more' : one.error.message}
            {...(failedWith(one.error, 'not_found') ? {} : { onRetry: () => void one.refetch() })}
            retrying={one.isFetching}
          >
            {failedWith(one.error, 'not_found') ? 'It was deleted, or the address is wrong.' : 'Nothing was changed.'}
          </ErrorState>
        )}
        {!task && !one.error && <LinesSkeleton lines={6} label="Loading task" />}
      </div>
    </article>
  );
}

/** After the form with the focus was closed, the title of the task gets the focus. */
function useFocusHeadingAfterEdit(editing: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const was = useRef(editing);
  useEffect(() => {
    if (was.current && !editing && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    was.current = editing;
  }, [editing]);
  return heading;
}

interface TaskBodyProps {
  readonly tagged: TaggedTask;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onEdit: () => void;
}

function TaskBody({ tagged, heading, onEdit }: TaskBodyProps) {
  const { task } = tagged;
  const { clock, waiting, renaming, rename } = useTaskScreen();
  const audit = useInfiniteQuery(auditQuery(task.id));
  const since = audit.data?.pages.flatMap((page) => page.items).find((entry) => entry.action === 'task.started')?.at ?? null;
  return (
    <>
      <div className={styles.title}>
        <TaskTick key={task.id} task={task} />
        {renaming === task.id ? (
          <TitleField task={task} className={styles.titleField} />
        ) : (
          <>
            <h2 ref={heading} tabIndex={-1} dir="auto">
              {canChange(task) ? (
                <button type="button" className={styles.titleButton} title="Change the title" onClick={() => rename(task.id)}>
                  {task.title}
                </button>
              ) : (
                task.title
              )}
            </h2>
            <TitleLink title={task.title} />
          </>
        )}
      </div>
      {waiting.has(task.id) && (
        <p className={clsx(textStyles.small, textStyles.faint, styles.waiting)}>
          <Icon of={CloudUpload} />
          Waiting for the connection
        </p>
      )}
      {task.parentId && <ParentLink id={task.parentId} />}
      <PanelActions task={task} onEdit={onEdit} />
      <AgainSection task={task} />
      <TaskFacts task={task} clock={clock} since={since} />
      {task.description !== null && (
        <section className={detailStyles.section} data-part="detail-section" aria-labelledby="notes-h">
          <h3 id="notes-h">Notes</h3>
          <p className={clsx(textStyles.small, textStyles.muted, styles.notes)} dir="auto">
            <Linked text={task.description} />
          </p>
        </section>
      )}
      <LinksAndFiles task={task} />
      {task.parentId === null && <Steps task={task} />}
      <TaskHelp tagged={tagged} />
      <TaskHistory audit={audit} clock={clock} />
    </>
  );
}

function ParentLink({ id }: { id: string }) {
  const { to } = useTaskScreen();
  const parent = useQuery(taskQuery(id)).data?.task;
  return (
    <p className={clsx(textStyles.small, textStyles.faint, styles.parent)}>
      Step of{' '}
      {parent ? (
        <Link className={textStyles.link} to={to(id)}>
          <bdi>{parent.title}</bdi>
        </Link>
      ) : (
        'another task'
      )}
    </p>
  );
}

const PanelActions = memo(function PanelActions({ task, onEdit }: { task: Task; onEdit: () => void }) {
  const { acts, askSkip, clock, focus } = useTaskScreen();
  if (task.archived) {
    return (
      <div className={styles.actions}>
        <Button className={layoutStyles.growing} icon={<Icon of={Undo2} />} onClick={() => acts.unarchive(task)}>
          Take out of the archive
        </Button>
      </div>
    );
  }
  const missed = missedAt(task);
  const asksForProof = task.verificationType !== 'none' && task.status === 'completed';
  return (
    <div className={styles.actions}>
      {isOpen(task) || task.status === 'missed' ? (
        <Button variant="primary" className={layoutStyles.growing} icon={<Icon of={Check} />} onClick={() => acts.complete(task)}>
          {task.status === 'missed' ? 'Complete late' : 'Complete'}
        </Button>
      ) : (
        <>
          {asksForProof && (
            <ButtonLink
              className={layoutStyles.growing}
              to={proofAddress(task.id)}
              state={{ give: true }}
              onClick={holdLetters}
              variant={canProve(task, clock.now) ? 'primary' : 'secondary'}
              icon={<Icon of={Stamp} />}
            >
              {canProve(task, clock.now) ? 'Give proof' : 'Proof'}
            </ButtonLink>
          )}
          {task.verificationState !== 'verified' && (
            <Button
              className={asksForProof ? undefined : layoutStyles.growing}
              icon={<Icon of={Undo2} />}
              onClick={() => acts.reopen(task)}
            >
              Open again
            </Button>
          )}
        </>
      )}
      {canFocus(task) && (
        <Button icon={<Icon of={Timer} />} onClick={() => focus(task)}>
          Focus
        </Button>
      )}
      {missed !== null && clock.now <= appealUntil(missed) && (
        <ButtonLink to={proofAddress(task.id)} icon={<Icon of={Scale} />}>
          Appeal
        </ButtonLink>
      )}
      {isOpen(task) && canSkip(task, clock.now) && (
        <Button icon={<Icon of={SkipForward} />} onClick={() => askSkip(task)}>
          Skip
        </Button>
      )}
      <Button icon={<Icon of={Pencil} />} onClick={onEdit}>
        Edit
      </Button>
    </div>
  );
});
