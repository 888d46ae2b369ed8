import type { Wording } from '../mail/blocks.ts';
import { buttonOf, textsOf, wording } from '../mail/wording.ts';
import type { SummaryView } from '../partner/summary-view.ts';
import { greeting, type NamedOwner, ownerWithAddress, ownerWords } from '../partner/words.ts';

/** The texts of a message to a partner. A mail and a chat message are made from the same texts. */
export interface PartnerMessage {
  readonly subject: string;
  readonly heading: string;
  readonly greeting: string;
  readonly body: readonly string[];
  readonly rows: readonly MessageRow[];
  readonly summary: SummaryView | null;
  /** Further sections, in a message that stands for several. */
  readonly more: readonly MessageSection[];
  readonly button: { readonly label: string; readonly url: string } | null;
  readonly small: readonly string[];
  readonly why: string;
  readonly stop: { readonly label: string; readonly url: string };
}
export type MessageSection = Pick<PartnerMessage, 'heading' | 'body' | 'rows' | 'summary'>;
export interface MessageRow {
  readonly title: string;
  readonly state: string;
  /** Why it was skipped; empty if it was not. */
  readonly reason: string;
  readonly tone: 'missed' | 'quiet' | 'review' | 'due';
  /** The day of this row, where the message is about several days, or what else is to be said about it; else empty. */
  readonly when: string;
}

/** The owner, the partner's name, and the links of the message. */
export interface MessageParties extends NamedOwner {
  readonly partner: string;
  readonly page: string;
  readonly stop: string;
  /** The date on which the link ends, such as '4 December 2026'. */
  readonly ends: string;
}

/** What the wording of every message may name. */
interface PartyWords extends Pick<MessageParties, 'page' | 'stop' | 'ends'> {
  /** The owner's name, and the name with the address beside it. */
  readonly owner: string;
  readonly who: string;
}

/** Partials that every wording may contain. */
const COMMON = ['page-link.hbs', 'accepted.hbs'];

/**
 * Makes messages of what the template `file` of this folder says of the parties and of other values. `partials`: the files of
 * templates that it contains besides the common ones.
 */
export function partnerWording<Values extends object = object>(
  file: string,
  partials: readonly string[] = [],
): (parties: MessageParties, values: Values) => PartnerMessage {
  const said = wording<PartyWords & Values>(import.meta.url, file, [...COMMON, ...partials]);
  return (parties, values) => {
    const { page, stop, ends } = parties;
    return messageOf(said({ page, stop, ends, owner: ownerWords(parties), who: ownerWithAddress(parties), ...values }), parties);
  };
}

const messageOf = (said: Wording, { partner, stop }: MessageParties): PartnerMessage => ({
  subject: said.subject,
  heading: textsOf(said, 'heading')[0] ?? '',
  greeting: greeting(partner),
  body: textsOf(said, 'text'),
  rows: [],
  summary: null,
  more: [],
  button: buttonOf(said),
  small: textsOf(said, 'small'),
  why: said.why,
  stop: { label: said.links[0]?.label ?? '', url: stop },
});
