import { useQuery } from '@tanstack/react-query';
import { longDate } from '../../src/contracts/words/format.ts';
import { invitationChat, invitationWords, PAGE_LINK_DAYS, type PartnerRole } from '../../src/contracts/words/invitation.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { sessionQuery } from '../api/session.ts';
import { localTime } from '../lib/calendar.ts';
import styles from './invitation-preview.module.css';

const DAY_MS = 24 * 3_600_000;

interface PreviewProps {
  /** What the form contains. */
  readonly typed: {
    readonly ownName: string;
    readonly partnerName: string;
    readonly partnerEmail: string;
    readonly partnerWhatsapp: string;
  };
  readonly to: PartnerRole;
}

/** The invitation as it would be sent now. The server makes the message from the same words, so the two cannot differ. */
export function InvitationPreview({ typed, to }: PreviewProps) {
  const user = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user ?? null;
  const { now, zone } = useOwnerClock();
  if (user === null) return null;
  const parties = {
    owner: user.userMetadata?.fullName?.trim() || typed.ownName.trim(),
    ownerAddress: user.email,
    partner: typed.partnerName.trim(),
    ends: longDate(localTime(now + PAGE_LINK_DAYS * DAY_MS, zone).date),
  };
  const [mail, chat] = [typed.partnerEmail.trim(), typed.partnerWhatsapp.trim()];
  const isChat = mail === '' && chat !== '';
  const words = invitationWords(parties, to);
  return (
    <figure className={styles.preview} data-part="invitation">
      <figcaption>
        {isChat ? 'This WhatsApp message goes to ' : 'This mail goes to '}
        <bdi>{(isChat ? chat : mail) || 'your partner'}</bdi>, and nothing else until they accept.
      </figcaption>
      {isChat ? (
        <div className={styles.message} dir="auto">
          {invitationChat(words, LINKS).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : (
        <div className={styles.message} dir="auto">
          <p className={styles.subject}>{words.subject}</p>
          {[words.greeting, ...words.body].map((text) => (
            <p key={text}>{text}</p>
          ))}
          <p>
            <span className={styles.button}>{words.button}</span>
          </p>
          {words.small.map((text) => (
            <p key={text} className={styles.small}>
              {text}
            </p>
          ))}
          <p className={styles.small}>
            {words.why} <u>{words.stop}</u>
          </p>
        </div>
      )}
    </figure>
  );
}

/** The links belong to the message, so that they do not exist before it is sent. */
const LINKS = { page: 'a link to their page', stop: 'a link' };
