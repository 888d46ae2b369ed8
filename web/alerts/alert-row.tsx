import { clsx } from 'clsx';
import { Check, CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Alert } from '../api/alerts.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { dayMonth } from '../lib/words.ts';
import { localTime } from '../lib/zone.ts';
import { proofAddress } from '../tasks/state.ts';
import { Severity } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { isActive } from './alert-days.ts';

const isAboutProof = ({ title }: Alert): boolean => title.startsWith('Proof');

interface AlertRowProps {
  readonly alert: Alert;
  readonly clock: OwnerClock;
  /** Whether to show the date, for days whose heading has none. */
  readonly dated: boolean;
  readonly onAcknowledge: (id: string) => void;
}

export function AlertRow({ alert, clock, dated, onAcknowledge }: AlertRowProps) {
  const at = localTime(alert.createdAt, clock.zone);
  return (
    <li className={clsx('ar', !isActive(alert) && 'is-done')}>
      <div className="ar-s">
        <Severity level={alert.severity} />
      </div>
      <div className="ar-b">
        {alert.taskId ? (
          <Link to={isAboutProof(alert) ? proofAddress(alert.taskId) : `/todo?task=${encodeURIComponent(alert.taskId)}`}>
            <b>{alert.title}</b>
          </Link>
        ) : (
          <b>{alert.title}</b>
        )}
        <p>{alert.message}</p>
      </div>
      <time dateTime={alert.createdAt}>{dated ? `${dayMonth(at.date, clock.today)}, ${at.time}` : at.time}</time>
      <div className="ar-e">
        {isActive(alert) ? (
          <Button
            size="s"
            variant="ghost"
            icon={<Icon of={Check} />}
            aria-label={`Acknowledge: ${alert.title}`}
            onClick={() => onAcknowledge(alert.id)}
          >
            Acknowledge
          </Button>
        ) : (
          <span className="ar-w">
            <Icon of={alert.acknowledged ? Check : CircleCheck} />
            {alert.acknowledged ? 'Acknowledged' : 'Resolved'}
          </span>
        )}
      </div>
    </li>
  );
}
