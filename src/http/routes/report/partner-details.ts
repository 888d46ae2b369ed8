import { failureWords, messageWords } from '../../../domain/delivery/words.ts';

type Data = Readonly<Record<string, unknown>>;
type Detail = (changed: unknown, data: Data) => string | null;

const BY: Readonly<Record<string, string>> = { mail: 'by mail', whatsapp: 'by WhatsApp' };
const shared = (data: Data): string => (data.detail === 'counts' ? 'They see numbers alone.' : 'They see titles.');
const what = (data: Data): string => messageWords(data.kind);

/** What is said of the partner in the history: without their name, which is theirs. */
export const PARTNER_DETAILS: Readonly<Record<string, Detail>> = {
  PartnerInvited: (_changed, data) => `Nothing else is sent before they accept. ${shared(data)}`,
  PartnerChanged: (_changed, data) => shared(data),
  PartnerAccepted: (_changed, data) => `They said yes ${BY[String(data.channel)] ?? ''}.`,
  PartnerDeclined: () => 'They said no. This address is not asked again.',
  PartnerUnsubscribed: () => 'They want no more messages. This address is not asked again.',
  PartnerAddressRefused: () => 'A former address wants no more messages. It is not asked again.',
  PartnerRemoved: () => 'What was waiting to be sent to them is stopped.',
  SummaryAsked: () => 'A progress summary was asked for.',
  DeliverySent: (_changed, data) => `${what(data)} went to your partner ${BY[String(data.channel)] ?? ''}.`,
  DeliveryFailed: (_changed, data) => failureWords({ ...data, reason: String(data.reason) }),
};
