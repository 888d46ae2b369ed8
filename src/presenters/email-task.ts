import type { EmailTask } from '../contracts/email.ts';
import type { ReviewContent } from '../domain/email/events.ts';
import type { Sealed } from '../domain/kernel/event.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { EmailTaskDoc } from '../projections/email.ts';

/** `opener` must be ready for the owner. */
export function presentEmailTask(opener: Opener, { id, doc }: Stored<EmailTaskDoc>): EmailTask {
  const open = <Texts>(sealed: Sealed<Texts> | null): Partial<Texts> => opener.openNow(doc.owner, sealed) ?? {};
  const { to = [], cc = [], bcc = [], subject = '', body = '', attachments = [] } = open(doc.content);
  const { task_id, status, via, message_id, created_at, sent_at } = doc;
  return {
    ...{ id, task_id },
    ...{ to: [...to], cc: [...cc], bcc: [...bcc], subject, body, attachments: [...attachments] },
    ...{ status, review: doc.review && presentReview(doc.review, open(doc.review.texts)), via, message_id },
    error: doc.error ?? refusedWords(open(doc.refused).refused),
    ...{ created_at, sent_at },
  };
}

function presentReview(
  { id, at, judge, judge_id, verdict, score, prompt_version, seen = null }: NonNullable<EmailTaskDoc['review']>,
  { comment = '', criteria = [] }: Partial<ReviewContent>,
): NonNullable<EmailTask['review']> {
  return {
    ...{ id, at, verdict, score, prompt_version },
    judge: { kind: judge, name: judge === 'rubric' ? 'Rubric' : judge_id },
    criteria: [...criteria],
    comment: comment === '' ? null : comment,
    model: judge_id,
    seen: seen?.map((one) => ({ ...one })) ?? null,
  };
}

const refusedWords = (refused: readonly string[] | undefined): string | null =>
  refused === undefined || refused.length === 0 ? null : `The mail server refused ${refused.join(', ')}. The others got it.`;
