import type { EmailTask } from '../contracts/email-task.ts';
import type { EmailContent, ReviewContent } from '../domain/email/events.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { EmailTaskDoc } from '../projections/email.ts';

/** An email task as the API gives it. `opener` must be ready for the owner. */
export function presentEmailTask(opener: Opener, { id, doc }: Stored<EmailTaskDoc>): EmailTask {
  const open = <T>(sealed: string | null): Partial<T> => (sealed === null ? {} : ((opener.openNow(doc.owner, sealed) ?? {}) as Partial<T>));
  const { to = [], cc = [], bcc = [], subject = '', body = '', attachments = [] } = open<EmailContent>(doc.content);
  const { task_id, status, via, message_id, created_at, sent_at } = doc;
  return {
    ...{ id, task_id },
    ...{ to: [...to], cc: [...cc], bcc: [...bcc], subject, body, attachments: [...attachments] },
    ...{ status, review: doc.review && presentReview(doc.review, open<ReviewContent>(doc.review.texts)), via, message_id },
    error: doc.error ?? refusedWords(open<{ refused: readonly string[] }>(doc.refused).refused),
    ...{ created_at, sent_at },
  };
}

function presentReview(
  { id, at, judge, judge_id, verdict, score, prompt_version }: NonNullable<EmailTaskDoc['review']>,
  { comment = '', criteria = [] }: Partial<ReviewContent>,
): NonNullable<EmailTask['review']> {
  return {
    ...{ id, at, verdict, score, prompt_version },
    judge: { kind: judge, name: judge === 'rubric' ? 'Rubric' : judge_id },
    criteria: [...criteria],
    comment: comment === '' ? null : comment,
    model: judge_id,
  };
}

const refusedWords = (refused: readonly string[] | undefined): string | null =>
  refused === undefined || refused.length === 0 ? null : `The mail server refused ${refused.join(', ')}. The others got it.`;
