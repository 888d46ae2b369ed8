import { useQuery } from '@tanstack/react-query';
import { clockTime, hoursAndMinutes, plural, shortDate } from '../../src/contracts/words/format.ts';
import { type FocusSession, sessionsOfTaskQuery } from '../api/focus.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { localTime } from '../lib/calendar.ts';
import layoutStyles from '../ui/layout.module.css';
import textStyles from '../ui/text.module.css';
import styles from './focus-fact.module.css';

const END_WORDS = { finished: 'its minutes have run', stopped: 'stopped', completed: 'the task was done', abandoned: 'after a long pause' };

/** For example 'Thu 19 Nov, 13:30 to 15:04, 1 h 30 min: stopped'. */
export function sessionWords(session: FocusSession, { zone, today }: Pick<OwnerClock, 'zone' | 'today'>): string {
  const from = localTime(session.startedAt, zone);
  const to = session.endedAt === null ? 'now' : clockTime(localTime(session.endedAt, zone).time);
  const end = session.end === null ? 'under way' : END_WORDS[session.end];
  return `${shortDate(from.date, today)}, ${clockTime(from.time)} to ${to}, ${hoursAndMinutes(Math.floor(session.focusedSeconds / 60))}: ${end}`;
}

/** What was focused beside what was estimated, and the sessions behind it. */
export function FocusFact({ task, clock }: { task: Task; clock: OwnerClock }) {
  const sessions = useQuery(sessionsOfTaskQuery(task.id)).data;
  const { focusedMinutes: focused, estimateMinutes: estimate } = task;
  const share = estimate === null || estimate === 0 ? null : focused / estimate;
  return (
    <>
      {hoursAndMinutes(focused)}
      {sessions && ` in ${plural(sessions.length, 'session')}`}
      {share !== null && (
        <>
          <span className={styles.meter} aria-hidden="true">
            <i style={{ inlineSize: `${Math.min(100, share * 100)}%` }} />
          </span>
          <span className={textStyles.faint}>{Math.round(share * 100)} % of the estimate</span>
        </>
      )}
      {sessions && sessions.length > 0 && (
        <details className={styles.sessions}>
          <summary>{sessions.length === 1 ? 'The session' : 'The sessions'}</summary>
          <ul>
            {sessions.map((session) => (
              <li key={session.id} className={layoutStyles.block}>
                {sessionWords(session, clock)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
