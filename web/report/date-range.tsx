import { DatePicker } from '../ui/date-picker.tsx';
import type { ReportClock } from './as-of-clock.ts';

interface DateRangeProps {
  readonly from: string | null;
  readonly to: string | null;
  readonly clock: ReportClock;
  /** The latest first day where no last day is chosen. Without it, any day. */
  readonly latest?: string;
  /** The class of the frame of each of the two fields. */
  readonly className: string | undefined;
  readonly onRange: (from: string | null, to: string | null) => void;
}

/** The first and the last day of what a report shows. The first is never after the last. */
export function DateRange({ from, to, clock, latest, className, onRange }: DateRangeProps) {
  const max = to ?? latest;
  return (
    <>
      <span className={className}>
        <DatePicker
          label="From"
          placeholder="From the start"
          value={from}
          today={clock.today}
          {...(max ? { max } : {})}
          onChange={(date) => onRange(date, to)}
        />
      </span>
      <span className={className}>
        <DatePicker
          label="To"
          placeholder={clock.asOf === null ? 'To today' : 'To that day'}
          value={to}
          today={clock.today}
          {...(from ? { min: from } : {})}
          onChange={(date) => onRange(from, date)}
        />
      </span>
    </>
  );
}
