import type { Verification } from '../../contracts/proof.ts';

type Review = Verification['submissions'][number]['reviews'][number];

/** What the page of a partner says of an instant, and of whom it says 'you'. */
export interface NoteContext {
  readonly moment: (instant: string) => string;
  /** The partner's name as it was typed. */
  readonly reader: string;
}

/** What somebody said of a proof. */
export interface NoteView {
  /** 'The AI (gpt-5-mini) rates it 72 of 100'. */
  readonly what: string;
  readonly when: string;
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
      return name === null ? judge : `${judge} (${name})`;
    }
  }
}

const capital = (words: string): string => words.replace(/^./u, (letter) => letter.toUpperCase());

/** What others said of the proof that is in review. */
export const reviewNotes = (reviews: readonly Review[], { moment, reader }: NoteContext): readonly NoteView[] =>
  reviews.map((review) => ({
    what: `${capital(judgeWords(review, reader))} ${review.score === null ? 'wrote' : `rated it ${review.score} of 100`}`,
    when: moment(review.at),
    comment: review.comment,
    criteria: review.criteria.map(({ name, score, comment }) => ({ name, score: String(score), comment })),
  }));

/** What became of the proofs that were given before this one. */
export const earlierNotes = (
  { submissions }: Pick<Verification, 'submissions'>,
  current: string | null,
  { moment, reader }: NoteContext,
): readonly NoteView[] =>
  submissions
    .filter(({ id }) => id !== current)
    .flatMap(({ reviews }) => reviews)
    .filter(({ verdict }) => verdict !== 'comment')
    .map((review) => ({
      what:
        review.judge.kind === 'self'
          ? 'An earlier proof counted on the owner’s own word'
          : `An earlier proof was ${review.verdict} by ${judgeWords(review, reader)}`,
      when: moment(review.at),
      comment: review.comment,
      criteria: [],
    }));
