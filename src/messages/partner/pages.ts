import { hearsOfWords, whatForWords } from '../../contracts/words/invitation.ts';
import { sentence } from '../../contracts/words/isolated.ts';
import { type NamedOwner, oneLine, ownerWithAddress, ownerWords, safeName } from '../../contracts/words/naming.ts';
import type { PartnerRole } from '../../domain/partner/events.ts';
import type { PartnerPage, WordsForm } from './page.ts';
import type { SummaryView } from './summary-view.ts';

/** The names as they were typed, the paths of the forms, and the date on which the link ends ('4 December 2026'). */
export interface PageParties extends NamedOwner {
  readonly partner: string;
  readonly ends: string;
  readonly accept: string;
  readonly decline: string;
  readonly stop: string;
  readonly words: string;
  readonly pdf: string;
  readonly download: string;
  /** Whether they get notices and summaries, or only judge tasks that name them. */
  readonly role: PartnerRole;
}

export const NOTHING = {
  actions: [],
  way: null,
  waiting: null,
  summary: null,
  pdf: null,
  download: null,
  kept: '',
  words: null,
  decided: [],
  fine: '',
  stop: null,
};
const STOP = 'Stop these messages';
const pageHead = (parties: PageParties): string => {
  const name = safeName(parties.partner, '');
  const from = ownerWithAddress(parties);
  return `${name === '' ? `From ${from}.` : sentence`For ${name}, from ${from}.`} This link ends on ${parties.ends}.`;
};

/** The page with the question whether somebody wants to be a partner. */
export function invitationPage(parties: PageParties): PartnerPage {
  const owner = ownerWords(parties);
  return {
    ...NOTHING,
    heading: `${owner} asks you to be their accountability partner`,
    for: pageHead(parties),
    body: [
      whatForWords(ownerWithAddress(parties), parties.role),
      `${hearsOfWords(owner, parties.role)} You need no account, and every message can be stopped with one press.`,
      'Nothing is sent to you unless you accept here.',
    ],
    actions: [
      { label: 'Accept', to: parties.accept, primary: true },
      { label: 'Decline', to: parties.decline, primary: false },
    ],
  };
}

/** What a partner is asked and has decided, besides the progress summary. */
export type PageMatter = Pick<PartnerPage, 'waiting' | 'decided'>;

/** What a page says about a form that was just sent. */
export interface AboutSent {
  /** Confirms an answer, or says why it was refused; null: there is nothing to say. */
  readonly note: string | null;
  /** What was typed into a form that is not on the page any more; empty: nothing. */
  readonly kept: string;
  /** Words that were refused; null: none were. */
  readonly words: Pick<WordsForm, 'text' | 'error'> | null;
}

/** The progress summary as a page. */
export function progressPage(parties: PageParties, summary: SummaryView, matter: PageMatter, sent: AboutSent): PartnerPage {
  const { note, kept, words } = sent;
  return {
    ...matter,
    kept,
    heading: summary.heading,
    for: pageHead(parties),
    body: [...(note === null ? [] : [note]), summary.lead],
    actions: [],
    way: null,
    summary,
    pdf: parties.pdf,
    download: parties.download,
    words: { to: parties.words, owner: ownerWords(parties), text: words?.text ?? '', error: words?.error ?? null },
    fine: summary.shared,
    stop: { label: STOP, to: parties.stop },
  };
}

/** The progress summary as a file to be saved: without forms, and without the token of the link. */
export const savedPage = (owner: NamedOwner, summary: SummaryView): PartnerPage => ({
  ...NOTHING,
  heading: summary.heading,
  for: `From ${ownerWithAddress(owner)}.`,
  body: [summary.lead],
  summary,
  fine: summary.shared,
});

/**
 * The page of a second partner. It shows only what they are asked and have decided, and nothing of the owner's
 * progress.
 */
export function judgingPage(parties: PageParties, matter: PageMatter, { note, kept }: AboutSent): PartnerPage {
  const owner = ownerWords(parties);
  return {
    ...NOTHING,
    ...matter,
    kept,
    heading: `Proofs of ${owner}`,
    for: pageHead(parties),
    body: [...(note === null ? [] : [note]), ...(matter.waiting === null ? ['Nothing waits for your verdict.'] : [])],
    fine: `You see only tasks for which ${owner} named you.`,
    stop: { label: STOP, to: parties.stop },
  };
}

const ACCEPTED: Readonly<Record<PartnerRole, string>> = {
  first: 'You have accepted. From now on you hear how it goes; this is how it stands.',
  second: 'You have accepted. From now on you are asked about tasks that name you.',
};

/** Confirms that the invitation was accepted. */
export const acceptedNote = (role: PartnerRole): string => ACCEPTED[role];

/** Confirms a verdict that was just given. `title`: the task's. */
export function verdictNote(verdict: 'accepted' | 'rejected', isAppeal: boolean, title: string): string {
  const name = sentence`‘${oneLine(title)}’`;
  if (!isAppeal) return `You have ${verdict} the proof of ${name}.`;
  return verdict === 'accepted'
    ? `You have accepted the appeal: ${name} counts as kept now.`
    : `You let the miss stand: ${name} stays as it was.`;
}

const SPOKEN = {
  ask: 'You have asked what happened.',
  well_done: 'You have said well done.',
  note: 'Your note is on its way.',
} as const;

/** Confirms what the partner has just said on the page. */
export const spokenNote = (kind: keyof typeof SPOKEN, owner: NamedOwner): string => `${SPOKEN[kind]} ${ownerWords(owner)} gets it by mail.`;

/** The page after declining. `again`: whether the answer may still be changed. */
export function declinedPage(parties: PageParties, again: boolean): PartnerPage {
  const owner = ownerWords(parties);
  return {
    ...NOTHING,
    heading: 'You have declined',
    for: pageHead(parties),
    body: [
      `Vouch does not write to you for ${owner} any more, and ${owner} cannot ask this address again.`,
      ...(again ? ['If that was a mistake, you may still accept as long as this link lives.'] : []),
    ],
    actions: again ? [{ label: 'Accept after all', to: parties.accept, primary: false }] : [],
  };
}

/** The page after stopping the messages. */
export function stoppedPage(owner: NamedOwner): PartnerPage {
  const name = ownerWithAddress(owner);
  return {
    ...NOTHING,
    heading: 'No more messages',
    for: '',
    body: [`Vouch does not write to this address for ${name} any more, and what was waiting to be sent is stopped.`],
  };
}

/** The page with the button that stops the messages. `to`: the path of the form. */
export function stopPage(owner: NamedOwner, to: string): PartnerPage {
  const name = ownerWords(owner);
  return {
    ...NOTHING,
    heading: `Stop messages about ${name}`,
    for: '',
    body: [
      `With this press Vouch writes to this address for ${ownerWithAddress(owner)} no more. ${name} sees it, and cannot ask this address again.`,
    ],
    actions: [{ label: STOP, to, primary: true }],
  };
}

/** Shown to somebody who wants to stop messages about an account that was deleted. */
export const ACCOUNT_DELETED_PAGE: PartnerPage = {
  ...NOTHING,
  heading: 'No more messages',
  for: '',
  body: ['The account that they were about has been deleted. Vouch does not write to this address for it any more.'],
};

/** Shown for a link to a partner's page that does not work, or works no longer. */
export const DEAD_LINK_PAGE: PartnerPage = {
  ...NOTHING,
  heading: 'This link leads nowhere',
  for: '',
  body: [
    'It has expired, or was replaced by a newer one, or was not copied whole. The newest message has a link that works.',
    'Whoever sent you here can have a new summary sent to you.',
  ],
};

/** Shown for a link to exported data that was already used, has expired, or belongs to another account. */
export const NO_BUNDLE_PAGE: PartnerPage = {
  ...NOTHING,
  heading: 'This link leads nowhere',
  for: '',
  body: [
    'It works once, within 24 hours, where you are signed in to the account whose data it is. Either it was used, or the time is over, or this is another account.',
    'You can ask for your data again at any time.',
  ],
  way: { label: 'Account Management', to: '/settings/account' },
};

/** Shown for a link to exported data in a browser in which nobody is signed in. */
export const SIGN_IN_PAGE: PartnerPage = {
  ...NOTHING,
  heading: 'Sign in first',
  for: '',
  body: [
    'The link to your data works in a browser where you are signed in. It has not been used up: sign in here, then press it once more.',
  ],
  way: { label: 'Sign In', to: '/auth' },
};

/** Shown when a request was refused. `sentence` says why; `back`: the path that a link leads to; `kept`: what was typed. */
export const faultPage = (sentence: string, back: string | null = null, kept = ''): PartnerPage => ({
  ...NOTHING,
  way: back === null ? null : { label: 'Back to the page', to: back },
  kept,
  heading: 'That did not work',
  for: '',
  body: [sentence, 'Nothing was changed. Try again in a moment.'],
});
