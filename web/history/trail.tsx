import { clsx } from 'clsx';
import { useState } from 'react';
import type { AuditEntry } from '../api/audit.ts';
import { localTime, moment } from '../lib/calendar.ts';
import { Mark } from '../ui/mark.tsx';
import tableStyles from '../ui/table.module.css';
import textStyles from '../ui/text.module.css';
import trailStyles from '../ui/trail.module.css';
import { actorWords, entryMark, nameWords, valueWords } from './entry-words.ts';
import styles from './trail.module.css';

interface EntryDetailProps {
  readonly entry: AuditEntry;
  readonly zone: string;
}

export function EntryDetail({ entry, zone }: EntryDetailProps) {
  const names = [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])];
  const recorded = localTime(entry.recordedAt, zone);
  return (
    <div className={styles.entryDetail}>
      {names.length > 0 && (
        <table className={tableStyles.table} data-part="table" aria-label="What changed">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{nameWords(name)}</th>
                <td dir="auto">{valueWords(entry.before[name], zone)}</td>
                <td dir="auto">{valueWords(entry.after[name], zone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={clsx(textStyles.tiny, textStyles.faint)}>
        Recorded {recorded.date} {recorded.time}, hash <code className={styles.hash}>{entry.hash}</code>
      </p>
    </div>
  );
}

interface TrailProps {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  readonly zone: string;
  readonly today: string;
}

export function Trail({ entries, zone, today }: TrailProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ol className={trailStyles.trail} data-part="trail">
      {entries.map((entry) => (
        <TrailEntry
          key={entry.id}
          entry={entry}
          zone={zone}
          today={today}
          open={open === entry.id}
          onPress={() => setOpen(open === entry.id ? null : entry.id)}
        />
      ))}
    </ol>
  );
}

function TrailEntry({
  entry,
  zone,
  today,
  open,
  onPress,
}: {
  entry: AuditEntry;
  zone: string;
  today: string;
  open: boolean;
  onPress: () => void;
}) {
  const mark = entryMark(entry);
  const shown = mark !== null && mark !== 'pending';
  return (
    <li>
      <time dateTime={entry.at}>{moment(entry.at, zone, today)}</time>
      <span className={clsx(trailStyles.dot, shown && trailStyles.drawnDot)}>{shown && <Mark name={mark} named={false} />}</span>
      <div>
        <button type="button" className={styles.button} aria-expanded={open} onClick={onPress}>
          <bdi>{entry.label}</bdi>
          <span className={trailStyles.actor}>
            {' '}
            by <bdi>{actorWords(entry.actor)}</bdi>
          </span>
          {entry.detail && (
            <span className={styles.detail} dir="auto">
              {entry.detail}
            </span>
          )}
        </button>
        {open && <EntryDetail entry={entry} zone={zone} />}
      </div>
    </li>
  );
}
