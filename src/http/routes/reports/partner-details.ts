type Data = Readonly<Record<string, unknown>>;
type Detail = (changed: unknown, data: Data) => string | null;

const BY: Readonly<Record<string, string>> = { mail: 'by mail', whatsapp: 'by WhatsApp' };
const SENT: Readonly<Record<string, string>> = {
  partner_invitation: 'The invitation',
  partner_notice: 'What was missed or skipped',
  partner_escalation: 'That the day was not filled',
  partner_summary: 'The progress summary',
  partner_digest: 'What could not be told in time',
  partner_farewell: 'The farewell',
};
const TODO: Readonly<Record<string, string>> = {
  mail: "Check your partner's email address in Settings, or ask them whether mail from Vouch is refused.",
  whatsapp: "Check your partner's WhatsApp number in Settings; it begins with + and the country's code.",
};
const shared = (data: Data): string => (data.detail === 'counts' ? 'They see numbers alone.' : 'They see titles.');
const what = (data: Data): string => SENT[String(data.kind)] ?? 'A message';

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
  DeliveryFailed: (_changed, data) => `${what(data)} could not be sent. ${String(data.reason)} ${TODO[String(data.channel)] ?? ''}`.trim(),
};
