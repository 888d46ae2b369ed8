import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { clockTime, dayMonth } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { type Partner, type PartnerDetail, partnerKeys, removePartner, sendSummary, setPartnerDetail } from '../api/partners.ts';
import { messageOf } from '../api/problem.ts';
import { markStale, readAfterChange, SHOWN_AT_ONCE, stopReads } from '../api/query-client.ts';
import { localTime } from '../lib/calendar.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import fieldStyles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Segmented } from '../ui/segmented.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import trailStyles from '../ui/trail.module.css';
import styles from './current-partner.module.css';
import { ACCOUNTABILITY_WRITES, putPartner, readAccountability } from './settings-form.tsx';

export function PartnerActions({ partner }: { partner: Partner }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const summary = useMutation({
    mutationFn: () => sendSummary(partner.id),
    onSuccess: () => toast.success('Summary on its way', { detail: sentence`${partner.name} gets it in a moment.` }),
    onError: (error) => toast.error(messageOf(error)),
  });
  const remove = useMutation({
    scope: ACCOUNTABILITY_WRITES,
    mutationFn: () => removePartner(partner.id),
    onSuccess: (removed) => {
      putPartner(client, removed);
      toast.success(sentence`${partner.name} is no longer your partner`);
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: partnerKeys.all });
      toast.error(messageOf(error));
    },
    onSettled: () => {
      setAsking(false);
      return readAccountability(client);
    },
  });
  const accepted = partner.status === 'accepted';
  return (
    <>
      {accepted && partner.role === 'first' && (
        <Button icon={<Icon of={Send} />} busy={summary.isPending} busyLabel="Sending..." onClick={() => summary.mutate()}>
          Send summary now
        </Button>
      )}
      <Button variant="danger" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={sentence`Remove ${partner.name}`}
        text={
          (accepted
            ? 'They get a farewell, and nothing after it. Coming back takes a new invitation.'
            : 'The invitation is taken back, and its link ends.') +
          (partner.role === 'second' ? ' What names them goes to your first partner.' : '')
        }
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep</Button>
            <Button variant="danger" busy={remove.isPending} busyLabel="Removing..." onClick={() => remove.mutate()}>
              Remove
            </Button>
          </>
        }
      />
    </>
  );
}

type Status = Partner['status'];
const BADGES: Readonly<Record<Status, { readonly word: string; readonly tone: Tone }>> = {
  invited: { word: 'Invited', tone: 'due' },
  accepted: { word: 'Accepted', tone: 'kept' },
  declined: { word: 'Declined', tone: 'neutral' },
  unsubscribed: { word: 'Unsubscribed', tone: 'neutral' },
  removed: { word: 'Removed', tone: 'neutral' },
};
const ENDED_TEXTS = {
  declined: 'Nothing is sent. Name somebody else.',
  unsubscribed: 'Nothing is sent any more. Name somebody else.',
  removed: 'Nothing is sent any more.',
} as const;
const STATUS_TEXTS: Readonly<Record<Partner['role'], Readonly<Record<Status, string>>>> = {
  first: {
    ...ENDED_TEXTS,
    invited: 'The invitation waits for an answer. Nothing else is sent until then.',
    accepted: 'Hears of misses and skips as days close, and gets the weekly summary.',
  },
  second: {
    ...ENDED_TEXTS,
    invited: 'The invitation waits for an answer. Until then your first partner judges what names them.',
    accepted: 'Judges the tasks that name them, and gets no other messages.',
  },
};

interface StatusProps {
  readonly partner: Pick<Partner, 'role' | 'name' | 'email' | 'status'>;
}

export function PartnerStatus({ partner: { role, name, email, status } }: StatusProps) {
  const { word, tone } = BADGES[status];
  return (
    <div className={styles.summary}>
      <Avatar size="l" person={{ email, userMetadata: { fullName: name, avatarUrl: null } }} />
      <div>
        <b className={textStyles.strong} dir="auto">
          {name}
        </b>
        <div className={clsx(textStyles.small, textStyles.muted)}>{STATUS_TEXTS[role][status]}</div>
      </div>
      <Badge tone={tone} icon={status === 'accepted' ? <Mark name="verified" size="s" named={false} /> : undefined}>
        {word}
      </Badge>
    </div>
  );
}

const DETAIL_TEXTS: Readonly<Record<PartnerDetail, string>> = {
  titles: 'Messages and the progress page name your tasks by their titles.',
  counts:
    'Messages and the progress page hold numbers alone. Of each task whose proof they judge, they see the title and the proof: nobody could judge it otherwise.',
};

/** How much the partner sees. Saved at once. */
export function PartnerDetailChoice({ partner }: { partner: Partner }) {
  const client = useQueryClient();
  const change = useMutation({
    scope: ACCOUNTABILITY_WRITES,
    meta: SHOWN_AT_ONCE,
    mutationFn: (detail: PartnerDetail) => setPartnerDetail(partner.id, detail),
    onMutate: async (detail) => {
      putPartner(client, { ...partner, detail });
      await stopReads(client, partnerKeys.all);
      return { before: partner };
    },
    onSuccess: (answer) => putPartner(client, answer),
    onError: (error, _detail, context) => {
      if (context) putPartner(client, context.before);
      markStale(client, [partnerKeys.all]);
      toast.error(messageOf(error));
    },
    onSettled: () => {
      void readAfterChange(client);
      return readAccountability(client);
    },
  });
  return <PartnerDetailField name={partner.name} value={partner.detail} onChange={(detail) => change.mutate(detail)} />;
}

interface FieldProps {
  /** Empty: the name is not known yet. */
  readonly name: string;
  readonly value: PartnerDetail;
  readonly onChange: (detail: PartnerDetail) => void;
}

export function PartnerDetailField({ name, value, onChange }: FieldProps) {
  const label = sentence`What ${name === '' ? 'your partner' : name} reads`;
  return (
    <div className={fieldStyles.field} data-part="field">
      <span className={fieldStyles.label} dir="auto">
        {label}
      </span>
      <Segmented
        label={label}
        value={value}
        onChange={onChange}
        options={[
          { value: 'titles', label: 'Titles' },
          { value: 'counts', label: 'Counts alone' },
        ]}
      />
      <div className={fieldStyles.hint} data-part="hint">
        {DETAIL_TEXTS[value]}
      </div>
    </div>
  );
}

const ENDED: Partial<{ readonly [status in Partner['status']]: string }> = { declined: 'Declined', unsubscribed: 'Unsubscribed' };

/** The invitation, its acceptance, and its end (declined or unsubscribed). Newest first. */
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
    <ol className={clsx(trailStyles.trail, styles.trail)} data-part="trail">
      {trailOf(partner).map(({ at, word, how, done }) => {
        const local = localTime(at, zone);
        return (
          <li key={word}>
            <time dateTime={at}>{dayMonth(local.date, today)}</time>
            <span className={done ? clsx(trailStyles.dot, trailStyles.drawnDot) : trailStyles.dot}>
              {done && <Mark name="verified" named={false} />}
            </span>
            <div>
              {word}{' '}
              <span className={trailStyles.actor}>
                {how}, {clockTime(local.time)}
              </span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
