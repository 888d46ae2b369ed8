import type { Verification } from '../../contracts/verification.ts';
import { ON_YOUR_WORD, onYourWord } from '../../contracts/words/on-word.ts';
import { HOUR, MINUTE, toEpoch } from '../../domain/calendar/instant.ts';
import type { ProofTopic } from '../../domain/delivery/event-data.ts';
import { shortInstant, zoned } from '../../reports/model/dates.ts';
import { plural } from '../../reports/model/words.ts';
import type { MailSection } from './scheduled-mail-sections.ts';
import type { Block } from './sheet-mail.ts';

export interface ProofContext {
  readonly origin: string;
  readonly zone: string;
  /** When the mail is composed. */
  readonly now: string;
}

type Review = Verification['submissions'][number]['reviews'][number];
type Section = (verification: Verification, context: ProofContext, review: Review | undefined) => MailSection | null;

/** The section about something that happened to a proof. Null: it is not so any more, and there is nothing to say. */
export function proofSection({ kind, of }: ProofTopic, verification: Verification, context: ProofContext): MailSection | null {
  const review = verification.submissions.flatMap(({ reviews }) => reviews).find(({ id }) => id === of);
  return SECTIONS[kind]?.(verification, context, review) ?? null;
}

const SECTIONS: Readonly<Partial<Record<ProofTopic['kind'], Section>>> = { accepted, rejected, expiring, appeal_answered: appealAnswered };

const JUDGES: Readonly<Record<Review['judge']['kind'], string>> = {
  partner: 'your partner',
  ai: 'the AI',
  rubric: 'the rubric',
  check: 'a check',
  self: 'your own word',
};

const judgeWords = ({ judge: { kind, name } }: Review): string =>
  name === null || kind === 'rubric' || kind === 'self' ? JUDGES[kind] : kind === 'partner' ? name : `${JUDGES[kind]} (${name})`;

const whenIn = (instant: string, { zone, now }: ProofContext): string => shortInstant(instant, zone, zoned(now, zone).year);
const quoted = (title: string): string => `‘${title}’`;
const comments = (comment: string | null | undefined): readonly Block[] => (comment ? [{ subheading: 'Comment' }, { text: comment }] : []);
const open = ({ task_id }: Verification, { origin }: ProofContext): Block => ({
  button: { label: 'See it in Vouch', url: `${origin}/verify/task/${task_id}` },
});

function accepted(verification: Verification, context: ProofContext, review: Review | undefined): MailSection | null {
  const { task_title: title, state } = verification;
  if (review === undefined || state !== 'verified') return null;
  const isOnWord = review.judge.kind === 'self';
  const heading = isOnWord ? ON_YOUR_WORD : 'Proof accepted';
  return {
    subject: `${heading}: ${title}`,
    blocks: [
      { heading },
      {
        text: isOnWord
          ? `The proof of ${quoted(title)} counts ${onYourWord} since ${whenIn(review.at, context)}.`
          : `The proof of ${quoted(title)} was accepted by ${judgeWords(review)} on ${whenIn(review.at, context)}.`,
      },
      ...comments(review.comment),
      open(verification, context),
    ],
  };
}

function rejected(verification: Verification, context: ProofContext, review: Review | undefined): MailSection | null {
  const { task_title: title, state, proof_due_at: due } = verification;
  // Where another proof was given since, its verdict is what counts.
  if (review === undefined || state !== 'rejected' || verification.decision?.id !== review.id) return null;
  const isOver = due === null || due < context.now;
  return {
    subject: `Proof rejected: ${title}`,
    blocks: [
      { heading: 'Proof rejected' },
      { text: `The proof of ${quoted(title)} was rejected by ${judgeWords(review)} on ${whenIn(review.at, context)}.` },
      {
        text: isOver
          ? 'The proof deadline has passed, so it counts as missed. If you have a partner, you can appeal to them within seven days.'
          : `You can give another proof until ${whenIn(due, context)}. ${timeLeft(context.now, due)} left.`,
      },
      ...comments(review.comment),
      open(verification, context),
    ],
  };
}

function expiring(verification: Verification, context: ProofContext): MailSection | null {
  const { task_title: title, state, proof_due_at: due } = verification;
  const waits = state === 'awaiting_proof' || state === 'rejected';
  if (!waits || due === null || due < context.now) return null;
  return {
    subject: `Proof due within 30 minutes: ${title}`,
    blocks: [
      { heading: 'Proof due within 30 minutes' },
      { text: `Proof of ${quoted(title)} is taken until ${whenIn(due, context)}. Without it, it counts as missed.` },
      { button: { label: 'Give proof', url: `${context.origin}/verify/task/${verification.task_id}` } },
    ],
  };
}

function appealAnswered(verification: Verification, context: ProofContext): MailSection | null {
  const { task_title: title, appeal } = verification;
  if (appeal === null || appeal.state === 'waiting') return null;
  const isAccepted = appeal.state === 'accepted';
  const heading = isAccepted ? 'Your appeal was accepted' : 'Your appeal was rejected';
  return {
    subject: `${heading}: ${title}`,
    blocks: [
      { heading },
      {
        text: isAccepted
          ? `${quoted(title)} counts as kept now, on its own date. The miss stays in the history.`
          : `${quoted(title)} stays as it was: it counts as missed.`,
      },
      ...comments(appeal.comment),
      open(verification, context),
    ],
  };
}

/** 'An hour is', '5 hours are', '20 minutes are'. */
function timeLeft(now: string, due: string): string {
  const left = toEpoch(due) - toEpoch(now);
  const [count, unit] =
    left >= 48 * HOUR
      ? [Math.floor(left / (24 * HOUR)), 'day']
      : left >= HOUR
        ? [Math.floor(left / HOUR), 'hour']
        : [Math.max(1, Math.ceil(left / MINUTE)), 'minute'];
  return `${plural(count, unit)} ${count === 1 ? 'is' : 'are'}`;
}
