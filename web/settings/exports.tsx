import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { shortMoment, sizeWords } from '../../src/contracts/words/format.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { type DataExport, exportsQuery } from '../api/settings.ts';
import { localTime } from '../lib/calendar.ts';
import layoutStyles from '../ui/layout.module.css';
import { ErrorState } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { ThinProgress } from '../ui/thin-progress.tsx';
import styles from './tokens.module.css';

/** Earlier ones are in the history. */
const SHOWN = 5;

/** The bundles that were asked for, newest first. Nothing is shown before the first one. */
export function Exports() {
  const { data, error, isFetching, refetch } = useQuery(exportsQuery());
  const { zone, today } = useOwnerClock();
  const when = (at: string): string => shortMoment(localTime(at, zone), today);
  if (!data && error)
    return (
      <ErrorState title={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching}>
        A bundle that is ready reaches you by mail all the same.
      </ErrorState>
    );
  if (!data || data.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Your exports">
      {data.slice(0, SHOWN).map((one) => (
        <li key={one.id} className={styles.row}>
          <div className={layoutStyles.filling}>
            <b className={textStyles.strong}>{wordsOf(one, when)}</b>
            <div className={clsx(textStyles.small, textStyles.faint)}>
              Asked for {when(one.requestedAt)}
              {one.size !== null && `, ${sizeWords(one.size)}`}
            </div>
          </div>
          {one.status === 'making' && (
            <ThinProgress label="The export" value={one.progress} max={1} words={`${Math.round(one.progress * 100)} %`} />
          )}
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ status, progress, expiresAt }: DataExport, when: (at: string) => string): string {
  switch (status) {
    case 'waiting':
      return 'Waiting to be made';
    case 'making':
      return `Being made: ${Math.round(progress * 100)} %`;
    case 'ready':
      return expiresAt === null ? 'Ready' : `Ready. Its link is in your mail, until ${when(expiresAt)}`;
    case 'fetched':
      return 'Downloaded';
    case 'expired':
      return 'Expired. Ask for another one';
    case 'failed':
      return 'It could not be made. Ask for another one';
  }
}
