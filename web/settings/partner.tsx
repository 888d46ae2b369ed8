import { useQuery } from '@tanstack/react-query';
import { useOwnerClock } from '../api/owner-clock.ts';
import { partnersQuery, type Partner as Record } from '../api/partners.ts';
import { accountabilityQuery } from '../api/settings.ts';
import { dayMonth } from '../lib/words.ts';
import { localTime } from '../lib/zone.ts';
import { Mark } from '../ui/mark.tsx';
import { AiToggles } from './ai-toggles.tsx';
import { Loaded, SettingsFrame } from './frame.tsx';
import { PartnerCard } from './partner-card.tsx';

/** The partner answers from a mail, so the page is read again whenever its window gets the focus. */
const REFETCH_ON_FOCUS = { refetchOnWindowFocus: 'always' } as const;

export function Partner() {
  const query = useQuery({ ...accountabilityQuery(), ...REFETCH_ON_FOCUS });
  const record = useQuery({ ...partnersQuery(), ...REFETCH_ON_FOCUS }).data?.[0];
  const status = query.data?.value.partner_status ?? null;
  const shown = status === null ? undefined : record;
  return (
    <SettingsFrame title="Accountability partner">
      <Loaded query={query} failed="Failed to load accountability settings." loading="Loading accountability settings" lines={12}>
        {(loaded) => (
          <>
            <section className="sc sc-first" aria-label="Your partner">
              <div className="sc-l">
                <h2>Your partner</h2>
                <p>Hears of missed deadlines, skipped tasks and moves, and may sign off proof.</p>
                {shown && <PartnerTrail partner={shown} />}
              </div>
              <div className="sc-r">
                <PartnerCard loaded={loaded} record={shown} />
              </div>
            </section>
            <section className="sc" aria-label="AI as Accountability Partner">
              <div className="sc-l">
                <h2>AI as Accountability Partner</h2>
                <p>Reads proof beside your partner, type by type. It never signs for them.</p>
              </div>
              <div className="sc-r">
                <AiToggles value={loaded.value} />
              </div>
            </section>
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}

const ENDED: Partial<{ readonly [status in Record['status']]: string }> = { declined: 'Declined', unsubscribed: 'Unsubscribed' };

/** When the partner was invited, accepted, and declined or unsubscribed. Newest first. */
export function trailOf({ status, invitedAt, acceptedAt, endedAt }: Pick<Record, 'status' | 'invitedAt' | 'acceptedAt' | 'endedAt'>) {
  const ended = ENDED[status];
  return [
    ...(ended && endedAt ? [{ at: endedAt, word: ended, how: 'by them', done: false }] : []),
    ...(acceptedAt ? [{ at: acceptedAt, word: 'Accepted', how: 'from the invitation', done: true }] : []),
    { at: invitedAt, word: 'Invited', how: 'by you', done: false },
  ];
}

function PartnerTrail({ partner }: { partner: Record }) {
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
