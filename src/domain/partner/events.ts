import { z } from 'zod';
import { sentence } from '../../contracts/words/isolated.ts';
import { type Described, defineEvent, defineStream, type EventOf, id } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

export type PartnerStatus = 'invited' | 'accepted' | 'declined' | 'unsubscribed' | 'removed';
const partnerDetail = z.enum(['titles', 'counts']);
const role = z.enum(['first', 'second']);
const channel = z.enum(['mail', 'whatsapp']);
export type PartnerDetail = z.output<typeof partnerDetail>;
/**
 * The first partner gets notices and summaries, and judges every task that names no partner. The second one only judges tasks that name
 * them.
 */
export type PartnerRole = z.output<typeof role>;
export type PartnerChannel = z.output<typeof channel>;

const person = z.strictObject({
  name: z.string().describe('What the owner calls them.'),
  email: z.string().describe('Their email address; empty: there is none.'),
  whatsapp: z.string().describe('Their WhatsApp number; empty: there is none.'),
});
export type Person = Described<typeof person>;

const user = { user_id: id.describe('The user who named them.') };
/** The public part of a partner record. Its keys are keyed hashes, so the program can compare addresses without reading them. */
const matter = z.strictObject({
  ...user,
  address_key: z.string().nullable().describe('Keyed hash of the email address; null: there is none.'),
  whatsapp_key: z.string().nullable().describe("Keyed hash of the WhatsApp number's digits; null: there is none."),
  has_whatsapp: z.boolean().describe('Whether there is a WhatsApp number.'),
  detail: partnerDetail.describe('Whether they see titles, or numbers alone. Of what they judge they always see the title and the proof.'),
  role: role.optional().describe('`second`: they only judge tasks that name them; left out: the first partner.'),
});
export type PartnerMatter = Described<typeof matter>;

const BY: Readonly<Record<PartnerChannel, string>> = { mail: 'by mail', whatsapp: 'by WhatsApp' };
const ONLY_JUDGES = 'They only judge tasks that name them.';
const shared = ({ detail, role: as }: Pick<PartnerMatter, 'detail' | 'role'>): string =>
  as === 'second'
    ? ONLY_JUDGES
    : detail === 'counts'
      ? 'They see numbers alone, and of what they judge the title and the proof.'
      : 'They see titles.';

const USER = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
const MATTER: PartnerMatter = { user_id: USER, address_key: '5c1d…', whatsapp_key: null, has_whatsapp: false, detail: 'titles' };
const PERSON: Person = { name: 'Bo', email: 'bo@example.org', whatsapp: '' };
const common = { since: '0.1.0', history: 'partner' } as const;
const step = { data: z.strictObject(user), example: { data: { user_id: USER } } };

// There is one stream for each partner record. A partner has a key of their own: `metadata.owner` of these events is the partner's key
// owner (`partner:{id}`). Sentences never name the partner, because the name belongs to the partner and not to the owner.

export const PartnerInvited = defineEvent({
  ...common,
  type: 'PartnerInvited',
  startsStream: true,
  publicName: 'partner.invited',
  label: 'Partner invited',
  meaning: 'The owner named a partner, or gave the partner another address: an invitation goes there.',
  data: matter,
  private: person,
  example: { data: MATTER, private: PERSON },
  detail: ({ data }) => `Nothing else is sent before they accept. ${shared(data)}`,
  changes: ({ detail, has_whatsapp, role: as }) => ({ after: { status: 'invited', detail, has_whatsapp, ...(as && { role: as }) } }),
});
export type PartnerInvited = EventOf<typeof PartnerInvited>;

export const PartnerChanged = defineEvent({
  ...common,
  type: 'PartnerChanged',
  publicName: 'partner.changed',
  label: 'Partner changed',
  meaning: 'The name, what the partner sees, or a second way to reach them was changed; a changed address invites anew.',
  data: matter,
  private: person,
  example: { data: { ...MATTER, detail: 'counts' }, private: PERSON },
  detail: ({ data }) => shared(data),
  changes: ({ detail, has_whatsapp }) => ({ after: { detail, has_whatsapp } }),
});
export type PartnerChanged = EventOf<typeof PartnerChanged>;

export const PartnerAccepted = defineEvent({
  ...common,
  type: 'PartnerAccepted',
  publicName: 'partner.accepted',
  label: 'Partner accepted',
  meaning: 'The partner said yes, by the link that came to one of their addresses.',
  data: z.strictObject({
    ...user,
    channel: channel.describe('By the link that came this way, so that this address, and no other, has said yes.'),
    role: role.optional().describe('`second`: to judging tasks that name them; left out: to all that the first partner gets.'),
  }),
  example: { data: { user_id: USER, channel: 'mail' } },
  detail: ({ data }) => `They said yes ${BY[data.channel]}.`,
  changes: ({ channel: by }) => ({ after: { status: 'accepted', channel: by } }),
});

export const PartnerDeclined = defineEvent({
  ...common,
  ...step,
  type: 'PartnerDeclined',
  publicName: 'partner.declined',
  label: 'Partner declined',
  meaning: 'The partner said no: this address is not asked again.',
  detail: () => 'They said no. This address is not asked again.',
  changes: () => ({ before: { status: 'invited' }, after: { status: 'declined' } }),
});

export const PartnerUnsubscribed = defineEvent({
  ...common,
  ...step,
  type: 'PartnerUnsubscribed',
  publicName: 'partner.unsubscribed',
  label: 'Partner unsubscribed',
  meaning: 'The partner wants no more messages: this address is not asked again.',
  detail: () => 'They want no more messages. This address is not asked again.',
  changes: () => ({ after: { status: 'unsubscribed' } }),
});

export const PartnerAddressRefused = defineEvent({
  ...common,
  type: 'PartnerAddressRefused',
  publicName: 'partner.address_refused',
  label: 'Former address refused',
  meaning: "Whoever has an address that is no longer this partner's wants to hear no more from this owner.",
  data: z.strictObject({ ...user, key: z.string().describe('Keyed hash of the address.') }),
  example: { data: { user_id: USER, key: '5c1d…' } },
  detail: () => 'A former address wants no more messages. It is not asked again.',
});

export const PartnerRemoved = defineEvent({
  ...common,
  ...step,
  type: 'PartnerRemoved',
  publicName: 'partner.removed',
  label: 'Partner removed',
  meaning: 'The owner removed the partner: what waited to be sent to them is stopped.',
  detail: () => 'What was waiting to be sent to them is stopped.',
  changes: () => ({ after: { status: 'removed' } }),
});

export const SummaryAsked = defineEvent({
  ...common,
  ...step,
  type: 'SummaryAsked',
  publicName: 'partner.summary_requested',
  label: 'Summary requested',
  meaning: 'The owner had a progress summary sent to the partner.',
  detail: () => 'A progress summary was asked for.',
});

// What a partner says on their page belongs to the owner: `metadata.owner` of these events is the owner, under whose key
// the text is sealed.

const words = {
  ...common,
  data: z.strictObject(user),
  private: z.strictObject({ text: z.string().describe('What the partner wrote.') }).optional(),
  detail: ({ after }: { readonly after: Readonly<Record<string, unknown>> }) =>
    typeof after.text === 'string' && after.text !== '' ? sentence`‘${after.text}’` : null,
} as const;

export const PartnerAsked = defineEvent({
  ...common,
  ...step,
  type: 'PartnerAsked',
  publicName: 'partner.asked',
  label: 'Asked what happened',
  meaning: 'The partner asked the owner what happened.',
});

export const PartnerPraised = defineEvent({
  ...words,
  type: 'PartnerPraised',
  publicName: 'partner.praised',
  label: 'Said well done',
  meaning: 'The partner told the owner: well done.',
  example: { data: { user_id: USER }, private: { text: 'Five days in a row!' } },
  changes: (_, { private: texts }) => (texts === null ? {} : { sealedAfter: { text: texts } }),
});

export const PartnerWrote = defineEvent({
  ...words,
  type: 'PartnerWrote',
  publicName: 'partner.wrote',
  label: 'Left a note',
  meaning: 'The partner wrote a line to the owner.',
  example: { data: { user_id: USER }, private: { text: 'Shall we talk on Friday?' } },
  changes: (_, { private: texts }) => (texts === null ? {} : { sealedAfter: { text: texts } }),
});

/** What a partner says on their page. */
export const PARTNER_WORDS = [PartnerAsked, PartnerPraised, PartnerWrote] as const;
export type PartnerWords = EventOf<(typeof PARTNER_WORDS)[number]>;

export const PARTNER_EVENTS = [
  PartnerInvited,
  PartnerChanged,
  PartnerAccepted,
  PartnerDeclined,
  PartnerUnsubscribed,
  PartnerAddressRefused,
  PartnerRemoved,
  SummaryAsked,
  ...PARTNER_WORDS,
] as const;
export type PartnerEvent = EventOf<(typeof PARTNER_EVENTS)[number]>;
export type RecordedPartnerEvent = RecordedOf<PartnerEvent>;
export const partnerStream = defineStream('partner');
const KEY_OWNER = 'partner:';
export const partnerKeyOwner = (partnerId: string): string => `${KEY_OWNER}${partnerId}`;
/** The partner whose key an owner of keys stands for; null: it is an account. */
export const partnerOfKey = (owner: string): string | null => (owner.startsWith(KEY_OWNER) ? owner.slice(KEY_OWNER.length) : null);
