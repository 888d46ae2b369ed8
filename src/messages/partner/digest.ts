import {
  commonFields,
  linkSentence,
  type MessageParties,
  type MessageSection,
  type PartnerMessage,
  unplannedSection,
  whySent,
} from './messages.ts';
import { ownerWords } from './words.ts';

export interface DigestContent {
  /** The local dates for which nothing was planned. */
  readonly unplanned: readonly string[];
  /** The other messages, each as it would have been sent on its own. */
  readonly messages: readonly PartnerMessage[];
}

/** One message in the place of several that could not be sent on time. */
export function digestMessage(parties: MessageParties, { unplanned: dates, messages }: DigestContent): PartnerMessage {
  const owner = ownerWords(parties);
  const all: readonly (MessageSection & { readonly subject: string })[] = [
    ...(dates.length > 0 ? [unplannedSection(owner, dates)] : []),
    ...messages,
  ];
  const others = all.length - 1;
  const rest = others > 1 ? `, and ${others} things more` : others === 1 ? ', and one thing more' : '';
  const shared = messages.findLast(({ summary }) => summary !== null)?.summary?.shared;
  return {
    ...commonFields(parties),
    subject: `${all[0]?.subject ?? owner}${rest}`,
    heading: 'What you could not be told in time',
    body: [`Vouch could not be reached for a while, so you hear now, in one message, how it went for ${owner} meanwhile.`],
    more: all.map(({ heading, body, rows, summary }) => ({ heading, body, rows, summary })),
    button: { label: 'See how it goes', url: parties.page },
    small: [linkSentence(parties.ends), ...(shared === undefined ? [] : [shared])],
    why: whySent(parties),
  };
}
