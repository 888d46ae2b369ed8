import { clsx } from 'clsx';
import { useState } from 'react';
import type { AuditEntry } from '../api/audit.ts';
import { moment, number } from '../lib/words.ts';
import { Mark } from '../ui/mark.tsx';
import { EntryDetail } from './entry-detail.tsx';
import { entryMark } from './entry-marks.ts';
import { actorWords, shortHash } from './entry-values.ts';

interface TrailProps {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  readonly zone: string;
  readonly today: string;
}

/** A list of audit entries: when, what and by whom. Pressing an entry shows its details. */
export function Trail({ entries, zone, today }: TrailProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ol className="trail">
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
      <span className={clsx('dot', shown && 'svg')}>{shown && <Mark name={mark} named={false} />}</span>
      <div>
        <button type="button" className="trail-b" aria-expanded={open} onClick={onPress}>
          {entry.label}
          <span className="by"> by {actorWords(entry.actor)}</span>{' '}
          <code className="q3">{`#${number(Number(entry.position))} ${shortHash(entry.hash)}`}</code>
          {entry.detail && <span className="trail-d">{entry.detail}</span>}
        </button>
        {open && <EntryDetail entry={entry} zone={zone} />}
      </div>
    </li>
  );
}
