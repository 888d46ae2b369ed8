import { verificationFacts } from '../../app/proof/judges.ts';
import type { Verification } from '../../contracts/proof.ts';
import { plural, pluralWord } from '../../contracts/words/format.ts';
import { sentence } from '../../contracts/words/isolated.ts';
import { ON_YOUR_WORD, onYourWord } from '../../contracts/words/marks.ts';
import { oneLine } from '../../contracts/words/naming.ts';
import { seenWords } from '../../contracts/words/seen.ts';
import { HOUR, MINUTE, toEpoch } from '../../domain/calendar/dates.ts';
import { localDate } from '../../domain/calendar/local.ts';
import type { ProofTopic } from '../../domain/delivery/events.ts';
import type { Stored } from '../../ports/documents.ts';
import { presentVerification } from '../../presenters/proof.ts';
import { account } from '../../projections/account/accounts.ts';
import { type TaskDoc, tasks } from '../../projections/task/tasks.ts';
import { shortInstant } from '../../reports/model/dates.ts';
import { type ComposeOrNothing, type ComposePorts, recipientOf, type Wording } from '../mail/mail.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { unsubscribeHeaders } from '../mail/unsubscribe.ts';
import { SEVERAL, type Several, several, wording } from '../mail/wording.ts';

type MailSection = Pick<Wording, 'subject' | 'blocks'>;

export interface ProofContext {
  readonly origin: string;
  readonly zone: string;
  /** When the mail is composed. */
  readonly now: string;
}

type Review = Verification['submissions'][number]['reviews'][number];
type Section = (verification: Verification, context: ProofContext, review: Review | undefined) => MailSection | null;

/** The section about something that happened to a proof. Null: it is not true any more, so there is nothing to say. */
function proofSection({ kind, of }: ProofTopic, verification: Verification, context: ProofContext): MailSection | null {
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
  name === null || kind === 'rubric' || kind === 'self' ? JUDGES[kind] : kind === 'partner' ? name : sentence`${JUDGES[kind]} (${name})`;

function seenIn({ submissions }: Verification, review: Review): string | null {
  const given = submissions.find(({ reviews }) => reviews.includes(review));
  const words = seenWords(review.seen, given?.files ?? []);
  return words && oneLine(words);
}

const whenIn = (instant: string, { zone, now }: ProofContext): string => shortInstant(instant, zone, localDate(now, zone));

interface About {
  readonly title: string;
  /** The page of the proof. */
  readonly url: string;
}
interface Commented extends About {
  /** Null: there is none. */
  readonly comment: string | null | undefined;
  /** 'after.png: by name only'; null: a machine was given all files whole, or a person judged. */
  readonly seen: string | null;
}
const aboutOf = ({ task_title: title, task_id }: Verification, { origin }: ProofContext): About => ({
  title,
  url: `${origin}/verify/task/${task_id}`,
});

interface Accepted extends Commented {
  readonly outcome: string;
  /** On whose word it counts; null: somebody accepted it. */
  readonly on_word: string | null;
  readonly judge: string;
  readonly when: string;
}
const acceptedWording = wording<Accepted>(import.meta.url, 'accepted.hbs', ['comment.hbs']);

function accepted(verification: Verification, context: ProofContext, review: Review | undefined): MailSection | null {
  if (review === undefined || verification.state !== 'verified') return null;
  const isOnWord = review.judge.kind === 'self';
  return acceptedWording({
    ...aboutOf(verification, context),
    outcome: isOnWord ? ON_YOUR_WORD : 'Proof accepted',
    on_word: isOnWord ? onYourWord : null,
    judge: judgeWords(review),
    when: whenIn(review.at, context),
    seen: seenIn(verification, review),
    comment: review.comment,
  });
}

interface Rejected extends Commented {
  readonly judge: string;
  readonly when: string;
  /** Until when another proof can be given, and how long that is. Null: it is too late. */
  readonly due: string | null;
  readonly left: string | null;
}
const rejectedWording = wording<Rejected>(import.meta.url, 'rejected.hbs', ['comment.hbs']);

function rejected(verification: Verification, context: ProofContext, review: Review | undefined): MailSection | null {
  const { state, proof_due_at: due } = verification;
  // If another proof was given since, only its verdict counts.
  if (review === undefined || state !== 'rejected' || verification.decision?.id !== review.id) return null;
  const isOver = due === null || due < context.now;
  return rejectedWording({
    ...aboutOf(verification, context),
    judge: judgeWords(review),
    when: whenIn(review.at, context),
    due: isOver ? null : whenIn(due, context),
    left: isOver ? null : timeLeft(context.now, due),
    seen: seenIn(verification, review),
    comment: review.comment,
  });
}

const expiringWording = wording<About & { readonly due: string }>(import.meta.url, 'expiring.hbs');

function expiring(verification: Verification, context: ProofContext): MailSection | null {
  const { state, proof_due_at: due } = verification;
  const waits = state === 'awaiting_proof' || state === 'rejected';
  if (!waits || due === null || due < context.now) return null;
  return expiringWording({ ...aboutOf(verification, context), due: whenIn(due, context) });
}

interface AppealAnswered extends Commented {
  readonly state: string;
  readonly accepted: boolean;
}
const appealAnsweredWording = wording<AppealAnswered>(import.meta.url, 'appeal-answered.hbs', ['comment.hbs']);

function appealAnswered(verification: Verification, context: ProofContext): MailSection | null {
  const { appeal } = verification;
  if (appeal === null || appeal.state === 'waiting') return null;
  const { state, comment } = appeal;
  return appealAnsweredWording({ ...aboutOf(verification, context), state, accepted: state === 'accepted', comment, seen: null });
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
  return `${plural(count, unit)} ${pluralWord(count, 'is', 'are')}`;
}

/** A mail has at most this many sections, the newest ones. The program has the others. */
const MAX_SECTIONS = 10;

interface Frame extends Several {
  /** How many things the mail does not show. */
  readonly left_out: number;
  readonly address: string;
  readonly zone: string;
  /** The page on which the owner turns such mails off. */
  readonly notifications: string;
}
const frame = wording<Frame>(import.meta.url, 'verification.hbs', [SEVERAL]);

/** Composes one mail about everything that happened to the proofs of an owner and is still true. */
export const verificationMail: ComposeOrNothing = async (ports, id, state) => {
  const { app } = ports;
  const { user_id, proofs } = state;
  const to = await recipientOf(ports, state);
  const found = await account(app.views, user_id);
  if (to === null || !found) return null;
  const { timezone: zone } = found.doc;
  const sections = await sectionsOf(ports, user_id, proofs, { origin: ports.origin(), zone, now: app.clock.now() });
  const shown = sections.slice(-MAX_SECTIONS);
  const [first] = shown;
  if (first === undefined) return 'nothing';
  const notifications = `${ports.origin()}/settings/notifications`;
  const about = several(first.subject, sections.length - 1);
  const said = frame({ ...about, left_out: sections.length - shown.length, address: to.address, zone, notifications });
  const mail = renderSheetMail({ ...said, blocks: [...shown.flatMap(({ blocks }) => blocks), ...said.blocks] });
  return { ...mail, to, headers: unsubscribeHeaders(ports, id) };
};

async function sectionsOf(
  { app }: ComposePorts,
  owner: string,
  proofs: readonly ProofTopic[],
  context: ProofContext,
): Promise<readonly Pick<Wording, 'subject' | 'blocks'>[]> {
  const ids = [...new Set(proofs.map(({ task_id }) => task_id))];
  const docs = await app.documents.getMany<TaskDoc>(app.views.current(tasks.name), ids);
  const there = ids.flatMap((id) => docs.get(id) ?? []).filter(({ doc }) => doc.owner === owner && !doc.deleted);
  const facts = await verificationFacts(app, owner, there);
  const shown = new Map(there.map((task: Stored<TaskDoc>) => [task.id, presentVerification(app.opener, task, facts)]));
  return proofs.flatMap((topic) => {
    const verification = shown.get(topic.task_id);
    return (verification && proofSection(topic, verification, context)) ?? [];
  });
}
