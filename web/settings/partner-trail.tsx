import { useOwnerClock } from '../api/owner-clock.ts';
import type { Partner } from '../api/partners.ts';
import { dayMonth } from '../lib/words.ts';
import { localTime } from '../lib/zone.ts';
import { Mark } from '../ui/mark.tsx';

const ENDED: Partial<{ readonly [status in Partner['status']]: string }> = { declined: 'Declined', unsubscribed: 'Unsubscribed' };

/** When the partner was invited, accepted, and declined or unsubscribed. Newest first. */
export function trailOf({ status, invitedAt, acceptedAt, endedAt }: Pick<Partner, 'status' | 'invitedAt' | 'acceptedAt' | 'endedAt'>) {
  const ended = ENDED[status];
  return [
    ...(ended && endedAt ? [{ at: endedAt, word: ended, how: 'by them', done: false }] : []),
    ...(acceptedAt ? [{ at: acceptedAt, word: 'Accepted', how: 'from the invitation', done: true }] : []),
    { at: invitedAt, word: 'Invited', how: 'by you', done: false },
  ];
}

export function PartnerTrail({ partner }: { partner: Partner }) {
  const { zone, today } = useOwnerClock();
  return (
    <ol className="trail pst-trail">
      {trailOf(partner).map(({ at, word, how, done }) => {
        const local = localTime(at, zone);
        return (
          <li key={word}>
            <time dateTime={at}>{dayMonth(local.date, today)}</time>
            <span className={done ? 'dot svg' : 'dot'}>{done && <Mark name="verified" named={false} />}</span>
            <div>
              {word}{' '}
              <span className="by">
                {how}, {local.time}
              </span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
