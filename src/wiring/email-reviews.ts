import type { ReviewEmail } from '../ports/email-reviews.ts';
import type { Reviewer } from '../ports/reviewer.ts';

/** Drafts of emails are reviewed as proof is, by the same reviewer. */
export const emailReviews =
  ({ review }: Reviewer): ReviewEmail =>
  ({ title, requirement, subject, body, recipients, attachments }, way) =>
    review(
      {
        kind: 'email',
        task: { title, requirement },
        text: null,
        links: [],
        commits: [],
        files: attachments.map((one) => ({ ...one, text: null })),
        email: { subject, body, recipients },
      },
      way,
    );
