import type { UndeliveredMessage } from '../kernel/alert.ts';

/** Messages whose name is not that of their kind. */
const WHAT: Readonly<Record<string, string>> = {
  digest: 'The digest of what came while Vouch was down',
  refused_sign_ins: 'The warning of refused sign-ins',
  subscription_past_due: 'The mail about a payment that failed',
  contact_sales: 'What you wrote to us',
  deletion_scheduled: 'The notice that your account will be deleted',
  new_device: 'The notice of a sign-in in a new browser',
  export_ready: 'The link to your data',
  verification_update: 'The mail about a proof',
  words_of_partner: 'What your partner wrote to you',
  evening: 'What was still open in the evening',
  partner_notice: 'What was missed or skipped',
  partner_escalation: 'That the day was not filled',
  partner_summary: 'The progress summary',
  partner_digest: 'What could not be told in time',
  partner_review: 'What waits for a verdict',
};
const ADVICE: Readonly<Record<string, string>> = {
  own: 'Check the email address in your profile, and whether its mailbox is full or refuses mail from Vouch.',
  mail: "Check your partner's email address in Settings, or ask them whether mail from Vouch is refused.",
  whatsapp: "Check your partner's WhatsApp number in Settings; it begins with + and the country's code.",
};

/** The name of a message at the beginning of a sentence, by the kind of its delivery. */
export function messageWords(kind: string | undefined): string {
  if (kind === undefined) return 'A message';
  return WHAT[kind] ?? `The ${kind.replace(/^partner_/, '').replaceAll('_', ' ')}`;
}

const adviceFor = (isToPartner: boolean, channel: unknown): string => ADVICE[isToPartner ? String(channel) : 'own'] ?? '';

interface Failure {
  readonly kind?: string | undefined;
  readonly channel?: string | undefined;
  readonly reason: string;
}

export function failureWords({ kind, channel, reason }: Failure): string {
  const isToPartner = String(kind).startsWith('partner_');
  return `${messageWords(kind)} could not be ${isToPartner ? 'sent' : 'delivered'}. ${reason} ${adviceFor(isToPartner, channel)}`.trim();
}

/**
 * The alert about a message that could not be delivered, as a short text and as a sentence. `when`: when the message should have arrived.
 */
export function undeliveredWords({ kind, channel, partner_id }: UndeliveredMessage, when: string): { title: string; message: string } {
  const advice = adviceFor(partner_id !== null, channel);
  const message = `${messageWords(kind)} of ${when} could not be delivered${partner_id === null ? '' : ' to your partner'}. ${advice}`;
  return { title: partner_id === null ? 'Mail to you is not delivered' : 'Your partner is not reached', message };
}
