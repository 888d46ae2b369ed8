import type { Verification } from '../../contracts/proof.ts';
import { plural } from '../../contracts/words/format.ts';
import { sentence } from '../../contracts/words/isolated.ts';
import { oneLine } from '../../contracts/words/naming.ts';
import { seenWords } from '../../contracts/words/seen.ts';
import { appealView, type GivenView, givenView, type ProofMaterial } from './given-view.ts';
import { type Markdown, markdownOfPage } from './markdown.ts';
import { momentWords, typeWords, waitWords } from './words.ts';

type Submission = Verification['submissions'][number];
type Review = Submission['reviews'][number];

/** How the page of a partner writes instants, and whom it calls 'you'. */
export interface NoteContext {
  readonly moment: (instant: string) => string;
  /** The partner's name as it was typed. */
  readonly reader: string;
}

/** What somebody said about a proof. */
export interface NoteView {
  /** 'The AI (gpt-5-mini) rates it 72 of 100'. */
  readonly what: string;
  readonly when: string;
  /** 'after.png: by name only'; null: it was given all files whole, or a person judged. */
  readonly seen: string | null;
  readonly comment: string | null;
  readonly criteria: readonly { readonly name: string; readonly score: string; readonly comment: string }[];
}

function judgeWords({ judge: { kind, name } }: Review, reader: string): string {
  switch (kind) {
    case 'partner':
      return name === reader ? 'you' : (name ?? 'another partner');
    case 'rubric':
      return 'the rubric';
    case 'self':
      return 'the owner';
    default: {
      const judge = kind === 'ai' ? 'the AI' : 'a check';
      return name === null ? judge : sentence`${judge} (${name})`;
    }
  }
}

const seenNote = ({ seen }: Review, files: Submission['files']): string | null => {
  const words = seenWords(seen, files);
  return words && oneLine(words);
};

const capital = (words: string): string => words.replace(/^./u, (letter) => letter.toUpperCase());

/** What others said about the proof that is in review. */
const reviewNotes = ({ reviews, files }: Pick<Submission, 'reviews' | 'files'>, { moment, reader }: NoteContext): readonly NoteView[] =>
  reviews.map((review) => ({
    seen: seenNote(review, files),
    what: `${capital(judgeWords(review, reader))} ${review.score === null ? 'wrote' : `rated it ${review.score} of 100`}`,
    when: moment(review.at),
    comment: review.comment,
    criteria: review.criteria.map(({ name, score, comment }) => ({ name, score: String(score), comment })),
  }));

/** The outcomes of the proofs that were given before this one. */
const earlierNotes = (
  { submissions }: Pick<Verification, 'submissions'>,
  current: string | null,
  { moment, reader }: NoteContext,
): readonly NoteView[] =>
  submissions
    .filter(({ id }) => id !== current)
    .flatMap(({ reviews, files }) => reviews.map((review) => ({ review, files })))
    .filter(({ review }) => review.verdict !== 'comment')
    .map(({ review, files }) => ({
      seen: seenNote(review, files),
      what:
        review.judge.kind === 'self'
          ? 'An earlier proof counted on the owner’s own word'
          : `An earlier proof was ${review.verdict} by ${judgeWords(review, reader)}`,
      when: moment(review.at),
      comment: review.comment,
      criteria: [],
    }));

/** What the partner is asked about, in the texts of the page. */
export interface WaitingView {
  readonly heading: string;
  readonly items: readonly WaitingItem[];
  /** Says how many more wait that the page does not show; null: none. */
  readonly more: string | null;
}

export interface WaitingItem {
  readonly id: string;
  readonly isAppeal: boolean;
  /** 'sent today 12:04, decide by Fri 20 Nov, 12:00'. */
  readonly when: string;
  readonly title: string;
  /** 'Email, due today 12:00, completed 11:52'. */
  readonly about: string;
  readonly requirement: string | null;
  readonly given: GivenView;
  /** Comments of others, and the outcomes of earlier proofs. */
  readonly notes: readonly NoteView[];
  readonly form: VerdictForm;
}

export interface VerdictForm {
  readonly to: string;
  readonly verification: string;
  readonly submission: string;
  readonly accept: string;
  readonly reject: string;
  /** The comment that was typed into a refused form. */
  readonly comment: string;
  readonly error: string | null;
}

/** A proof or an appeal that waits for the partner, with its task. */
export interface WaitingMatter {
  readonly kind: 'review' | 'appeal';
  readonly verification: Verification;
  /** The proof in review; null: an appeal. */
  readonly submission: Verification['submissions'][number] | null;
  readonly material: ProofMaterial;
  /** The last instant for an answer. */
  readonly until: string;
  readonly completed_at: string | null;
  readonly missed_at: string | null;
  readonly late: boolean;
}

export interface WaitingContext {
  /** The path to which the forms go. */
  readonly to: string;
  /** The path under which the page finds files. */
  readonly files: string;
  readonly zone: string;
  readonly now: string;
  /** The partner's name as it was typed. */
  readonly reader: string;
  /** A form that was sent and refused. */
  readonly sent: SentForm | null;
}

export interface SentForm {
  readonly verification: string;
  readonly isAppeal: boolean;
  readonly comment: string;
  readonly error: string;
}

/** At most this many are shown at once. */
const MOST = 50;

/** What waits, in the given order. Null: nothing waits. */
export function waitingView(matters: readonly WaitingMatter[], context: WaitingContext): WaitingView | null {
  if (matters.length === 0) return null;
  const left = matters.length - MOST;
  const markdown = markdownOfPage();
  return {
    heading: waitWords(matters.length),
    items: matters.slice(0, MOST).map((matter, index) => itemView(matter, { ...context, markdown }, `w${index + 1}`)),
    more: left > 0 ? `${plural(left, 'more thing waits', 'more things wait')}, and will be here once some of these are decided.` : null,
  };
}

function itemView(matter: WaitingMatter, context: WaitingContext & { readonly markdown: Markdown }, id: string): WaitingItem {
  const { verification, submission, kind, until } = matter;
  const isAppeal = kind === 'appeal';
  const at = isAppeal ? (verification.appeal?.at ?? '') : (submission?.at ?? '');
  const moment: Moment = (instant) => momentWords(instant, context.zone, context.now);
  const notes = { moment, reader: context.reader };
  const given = { moment, files: context.files, markdown: context.markdown };
  return {
    id,
    isAppeal,
    when: `${isAppeal ? 'asked' : 'sent'} ${moment(at)}, ${isAppeal ? 'answer' : 'decide'} by ${moment(until)}`,
    title: oneLine(verification.task_title),
    about: isAppeal ? missWords(matter, moment) : doneWords(matter, moment),
    requirement: verification.requirement,
    given: isAppeal ? appealView(verification.appeal, given) : givenView(submission, matter.material, given),
    notes: [...(submission === null ? [] : reviewNotes(submission, notes)), ...earlierNotes(verification, submission?.id ?? null, notes)],
    form: formView(matter, context),
  };
}

type Moment = NoteContext['moment'];

function doneWords({ verification: { type, due_at }, completed_at }: WaitingMatter, moment: Moment): string {
  const parts = [
    typeWords(type),
    ...(due_at === null ? [] : [`due ${moment(due_at)}`]),
    ...(completed_at === null ? [] : [`completed ${moment(completed_at)}`]),
  ];
  return parts.join(', ');
}

function missWords({ verification: { state, due_at, proof_due_at }, missed_at, late }: WaitingMatter, moment: Moment): string {
  if (state === 'rejected') return 'Missed: its proof was rejected.';
  if (state === 'expired' && proof_due_at !== null) return `Missed: no proof came by ${moment(proof_due_at)}.`;
  const due = missed_at ?? due_at;
  return `Missed${due === null ? '' : ` ${moment(due)}`}, ${late ? 'done late' : 'not done'}.`;
}

function formView({ verification: { id }, submission, kind }: WaitingMatter, { to, sent }: WaitingContext): VerdictForm {
  const isAppeal = kind === 'appeal';
  const isThis = sent !== null && sent.verification === id && sent.isAppeal === isAppeal;
  return {
    to,
    verification: id,
    submission: submission?.id ?? '',
    accept: isAppeal ? 'Accept the appeal' : 'Accept',
    reject: isAppeal ? 'Let the miss stand' : 'Reject',
    comment: isThis ? sent.comment : '',
    error: isThis ? sent.error : null,
  };
}
