import type { Partner } from '../api/partners.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Mark } from '../ui/mark.tsx';

type Status = Partner['status'];
const BADGES: Readonly<Record<Status, { readonly word: string; readonly tone: Tone }>> = {
  invited: { word: 'Invited', tone: 'due' },
  accepted: { word: 'Accepted', tone: 'kept' },
  declined: { word: 'Declined', tone: 'neutral' },
  unsubscribed: { word: 'Unsubscribed', tone: 'neutral' },
  removed: { word: 'Removed', tone: 'neutral' },
};
const ENDED = {
  declined: 'Nothing is sent. Name somebody else.',
  unsubscribed: 'Nothing is sent any more. Name somebody else.',
  removed: 'Nothing is sent any more.',
} as const;
const TEXTS: Readonly<Record<Partner['role'], Readonly<Record<Status, string>>>> = {
  first: {
    ...ENDED,
    invited: 'The invitation waits for an answer. Nothing else is sent until then.',
    accepted: 'Hears of misses and skips as days close, and gets the weekly summary.',
  },
  second: {
    ...ENDED,
    invited: 'The invitation waits for an answer. Until then your first partner judges what names them.',
    accepted: 'Judges the tasks that name them, and gets no other messages.',
  },
};

interface StatusProps {
  readonly partner: Pick<Partner, 'role' | 'name' | 'email' | 'status'>;
}

/** Who the partner is, whether they have answered, and what that means. */
export function PartnerStatus({ partner: { role, name, email, status } }: StatusProps) {
  const { word, tone } = BADGES[status];
  return (
    <div className="pst">
      <Avatar size="l" person={{ email, userMetadata: { fullName: name, avatarUrl: null } }} />
      <div>
        <b className="b">{name}</b>
        <div className="s2 q2">{TEXTS[role][status]}</div>
      </div>
      <Badge tone={tone} icon={status === 'accepted' ? <Mark name="verified" size="s" named={false} /> : undefined}>
        {word}
      </Badge>
    </div>
  );
}
