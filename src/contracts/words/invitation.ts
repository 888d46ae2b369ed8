import { greeting, type NamedOwner, ownerWithAddress, ownerWords } from './naming.ts';

/** The second partner only judges tasks that name them. */
export type PartnerRole = 'first' | 'second';

/** For how many days the link of a message to a partner works. */
export const PAGE_LINK_DAYS = 14;

/** What the owner asks this person to do. */
export const whatForWords = (owner: string, role: PartnerRole): string =>
  role === 'second'
    ? `${owner} writes down promises in Vouch, and would like one more person to judge the proof of some of them.`
    : `${owner} writes down promises in Vouch, and would like one person to hear how they go.`;

/** The messages that a partner gets after accepting. */
export const hearsOfWords = (owner: string, role: PartnerRole): string =>
  role === 'second'
    ? `If you accept, you may be asked whether a proof is good: of tasks for which ${owner} names you. You hear of nothing else.`
    : 'If you accept, you hear of what was missed or skipped when a day closes, of a day for which nothing was written down, and once a week how it went. When something is to be proven, you may be asked whether the proof is good.';

/** `ends`: the date on which the link ends, such as '4 December 2026'. */
export const pageLinkWords = (ends: string): string =>
  `The page opens without an account. The link ends on ${ends}. Opening it changes nothing.`;

/** What somebody reads who is asked to become a partner. */
export interface InvitationWords {
  /** Also the heading of the message. */
  readonly subject: string;
  readonly greeting: string;
  readonly body: readonly string[];
  /** The label of the link to the page on which they answer. */
  readonly button: string;
  readonly small: readonly string[];
  /** Why they get the message. */
  readonly why: string;
  /** The label of the link that refuses all further messages. */
  readonly stop: string;
}

/** The same words in a chat, as paragraphs. `links`: the addresses of the page and of the refusal. */
export const invitationChat = (words: InvitationWords, links: { readonly page: string; readonly stop: string }): readonly string[] => [
  `Vouch: ${words.subject}`,
  ...words.body,
  `${words.button}: ${links.page}`,
  `${words.stop}: ${links.stop}`,
];

/** `partner`: their name as the owner typed it. The form that invites somebody shows the same words before they are sent. */
export function invitationWords(
  named: NamedOwner & { readonly partner: string; readonly ends: string },
  role: PartnerRole,
): InvitationWords {
  const [owner, who] = [ownerWords(named), ownerWithAddress(named)];
  return {
    subject: `${owner} asks you to be their accountability partner`,
    greeting: greeting(named.partner),
    body: [
      `${whatForWords(who, role)} That would be you.`,
      `${hearsOfWords(owner, role)} You need no account, and you can stop it at any time.`,
    ],
    button: 'Read and decide',
    small: [
      pageLinkWords(named.ends),
      'Nothing else is sent to you unless you accept there. If you do nothing, this stays the only message.',
    ],
    why: `You get this because ${who} entered your address as that of their partner.`,
    stop: 'Never write to me for them again',
  };
}
