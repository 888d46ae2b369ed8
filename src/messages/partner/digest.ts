import { because, common, type LetterPart, type LetterParties, opens, type PartnerLetter, unplanned } from './letters.ts';
import { SOMEBODY, spoken } from './words.ts';

export interface DigestMatter {
  /** Local dates that were not filled. */
  readonly unplanned: readonly string[];
  /** What is told beside them, each as it would be told alone. */
  readonly letters: readonly PartnerLetter[];
}

/** What could not be told in its time, in one message. */
export function digestLetter(parties: LetterParties, { unplanned: dates, letters }: DigestMatter): PartnerLetter {
  const owner = spoken(parties.owner, SOMEBODY);
  const all: readonly (LetterPart & { readonly subject: string })[] = [...(dates.length > 0 ? [unplanned(owner, dates)] : []), ...letters];
  const others = all.length - 1;
  const rest = others > 1 ? `, and ${others} things more` : others === 1 ? ', and one thing more' : '';
  const shared = letters.findLast(({ summary }) => summary !== null)?.summary?.shared;
  return {
    ...common(parties),
    subject: `${all[0]?.subject ?? owner}${rest}`,
    heading: 'What you could not be told in time',
    body: [`Vouch could not be reached for a while, so you hear now, in one message, how it went for ${owner} meanwhile.`],
    more: all.map(({ heading, body, rows, summary }) => ({ heading, body, rows, summary })),
    button: { label: 'See how it goes', url: parties.page },
    small: [opens(parties.ends), ...(shared === undefined ? [] : [shared])],
    why: because(owner),
  };
}
