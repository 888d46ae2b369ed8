import { queryOptions } from '@tanstack/react-query';
import { isAddress } from '../../src/contracts/address.ts';
import type { AnswerOf } from '../../src/contracts/call.ts';
import * as calls from '../../src/contracts/calls/email.ts';
import type * as wire from '../../src/contracts/email.ts';
import type { Problem } from '../../src/contracts/refusals.ts';
import { addressOf, newKey } from './client.ts';
import type { Camel } from './names.ts';
import { ApiError } from './problem.ts';
import { requestAll, requestDone, requestTagged, type Tagged } from './request.ts';

export type EmailFields = Camel<wire.EmailFields>;
export type EmailTask = Camel<wire.EmailTask>;

export type Attachment = EmailTask['attachments'][number];
export type EmailReview = NonNullable<EmailTask['review']>;

export interface TaggedEmail {
  readonly email: EmailTask;
  readonly etag: string | null;
}

const LONGEST = 254;
export const isEmailAddress = (address: string): boolean => isAddress(address) && [...address].length <= LONGEST;

export const emailKeys = {
  all: ['emails'] as const,
  of: (taskId: string) => ['emails', taskId] as const,
};

const MOST = 200;
/** Polling interval in milliseconds while an email is being sent. */
const WHILE_SENDING = 1_500;

const isSending = ({ status }: EmailTask): boolean => status === 'sending';

/** Newest first. Polled while one of them is being sent. */
export const emailsQuery = (taskId: string) =>
  queryOptions({
    queryKey: emailKeys.of(taskId),
    queryFn: ({ signal }) => requestAll(calls.listEmails, { query: { taskId, limit: MOST }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isSending) ? WHILE_SENDING : false),
  });

const withTag = ({ value, etag }: Tagged<EmailTask>): TaggedEmail => ({ email: value, etag });

export const fetchEmail = async (id: string): Promise<TaggedEmail> => withTag(await requestTagged(calls.readEmail, { params: { id } }));

/** `key` is the idempotency key: a retry with the same key creates the draft only once. */
export const createEmail = async (taskId: string, fields: EmailFields, key: string): Promise<TaggedEmail> =>
  withTag(await requestTagged(calls.createEmail, { body: { taskId, ...fields }, key }));
export const updateEmail = async (id: string, fields: EmailFields, etag: string | null): Promise<TaggedEmail> =>
  withTag(await requestTagged(calls.changeEmail, { params: { id }, body: fields, etag }));
export const deleteEmail = (id: string): Promise<void> => requestDone(calls.deleteEmail, { params: { id } });
/** The server sends an email only once, so this can be repeated. With `etag` it sends exactly the version that was shown. */
export const sendEmail = async (id: string, etag: string | null): Promise<TaggedEmail> =>
  withTag(await requestTagged(calls.sendEmail, { body: { id }, etag }));
export const reviewEmail = async (id: string, etag: string | null): Promise<TaggedEmail> =>
  withTag(await requestTagged(calls.reviewEmail, { params: { id }, etag }));
/** Records whether an email was sent, for an email whose delivery is unknown. */
export const resolveEmail = async (id: string, sent: boolean): Promise<TaggedEmail> =>
  withTag(await requestTagged(calls.resolveEmail, { params: { id }, body: { sent } }));

const FAILED = calls.uploadAttachment.failure;

/** `onProgress` receives the share of sent bytes from 0 to 1. Aborting ends the upload without an answer. */
export function uploadAttachment(
  taskId: string,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Attachment> {
  const form = new FormData();
  form.append('task_id', taskId);
  form.append('file', file, file.name);
  // `fetch` does not report the progress of an upload.
  const request = new XMLHttpRequest();
  const ended = Promise.withResolvers<Attachment>();
  request.open(calls.uploadAttachment.method, addressOf(calls.uploadAttachment.path));
  request.withCredentials = true;
  request.setRequestHeader('idempotency-key', newKey());
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
  request.addEventListener('load', () => {
    const answer = answerOf(request);
    if ('meta' in answer) ended.resolve(answer.meta);
    else ended.reject(answer.error);
  });
  request.addEventListener('error', () => ended.reject(new ApiError(FAILED, { status: 0, code: 'offline' })));
  request.addEventListener('abort', () => ended.reject(new ApiError(FAILED, { status: 0, code: 'aborted' })));
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(form);
  return ended.promise;
}

function answerOf({ status, responseText }: XMLHttpRequest): { readonly meta: Attachment } | { readonly error: ApiError } {
  const body = parsed(responseText);
  if (status === 200 && body.meta) return { meta: body.meta };
  // The title is the same for every refusal. The detail contains the reason.
  return { error: new ApiError(body.detail ?? FAILED, { status, code: body.code ?? 'unreadable' }) };
}

function parsed(text: string): Partial<Pick<AnswerOf<typeof calls.uploadAttachment>, 'meta'>> & Partial<Pick<Problem, 'detail' | 'code'>> {
  try {
    return JSON.parse(text) as ReturnType<typeof parsed>;
  } catch {
    return {};
  }
}
