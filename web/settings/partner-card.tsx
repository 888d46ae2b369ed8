import type { Partner } from '../api/partners.ts';
import type { Accountability, Tagged } from '../api/settings.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Mark } from '../ui/mark.tsx';
import { PartnerActions } from './partner-actions.tsx';
import { PartnerDetailChoice } from './partner-detail.tsx';
import { PartnerForm } from './partner-form.tsx';

interface CardProps {
  readonly loaded: Tagged<Accountability>;
  readonly record: Partner | undefined;
}

type Status = NonNullable<Accountability['partner_status']>;
const STATUSES: Readonly<Record<Status, { readonly word: string; readonly tone: Tone; readonly text: string }>> = {
  invited: { word: 'Invited', tone: 'due', text: 'The invitation waits for an answer. Nothing else is sent until then.' },
  accepted: { word: 'Accepted', tone: 'kept', text: 'Hears of misses and skips as days close, and gets the weekly summary.' },
  declined: { word: 'Declined', tone: 'neutral', text: 'Nothing is sent. Name somebody else.' },
  unsubscribed: { word: 'Unsubscribed', tone: 'neutral', text: 'Nothing is sent any more. Name somebody else.' },
  removed: { word: 'Removed', tone: 'neutral', text: 'Nothing is sent any more.' },
};

/** The partner with their status, the form, and the actions. */
export function PartnerCard({ loaded, record }: CardProps) {
  const { partner_name: name, partner_email: email, partner_status: status } = loaded.value;
  const isThere = status === 'invited' || status === 'accepted';
  const current = isThere ? record : undefined;
  return (
    <>
      {status !== null && (
        <div className="pst">
          <Avatar size="l" person={{ email, user_metadata: { full_name: name, avatar_url: null } }} />
          <div>
            <b className="b">{name}</b>
            <div className="s2 q2">{STATUSES[status].text}</div>
          </div>
          <Badge tone={STATUSES[status].tone} icon={status === 'accepted' ? <Mark name="verified" size="s" named={false} /> : undefined}>
            {STATUSES[status].word}
          </Badge>
        </div>
      )}
      <PartnerForm loaded={loaded} isNew={!isThere}>
        {current && <PartnerActions partner={current} />}
      </PartnerForm>
      {current && <PartnerDetailChoice partner={current} />}
    </>
  );
}
