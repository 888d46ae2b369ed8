import type { AuditEntry } from '../api/audit.ts';
import { number } from '../lib/words.ts';
import { localTime } from '../lib/zone.ts';
import { nameWords, valueWords } from './entry-values.ts';

interface EntryDetailProps {
  readonly entry: AuditEntry;
  readonly zone: string;
}

/** The details of an audit entry: values before and after, when it was recorded, its position in the log, and its hash. */
export function EntryDetail({ entry, zone }: EntryDetailProps) {
  const names = [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])];
  const recorded = localTime(entry.recordedAt, zone);
  return (
    <div className="entry">
      {names.length > 0 && (
        <table className="tb">
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
                <td>{valueWords(entry.before[name], zone)}</td>
                <td>{valueWords(entry.after[name], zone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="s1 q3">
        Place {number(Number(entry.position))} in the record, written {recorded.date} {recorded.time}
      </p>
      <p className="s1 q3">
        <code className="hash">{entry.hash}</code>
      </p>
    </div>
  );
}
