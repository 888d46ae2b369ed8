import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRepeatKey } from '../../api/client.ts';
import {
  createEmail,
  deleteEmail,
  type EmailFields,
  type EmailTask,
  emailKeys,
  fetchEmail,
  resolveEmail,
  reviewEmail,
  sendEmail,
  type TaggedEmail,
  updateEmail,
} from '../../api/email-tasks.ts';
import { messageOf } from '../../api/problem.ts';
import { markStale, readStale } from '../../api/query-client.ts';
import { ALL_OF_TASKS } from '../../tasks/after-task.ts';
import { toast } from '../../ui/toast.tsx';

/** Puts an email into the list of its task, in its place or as the newest. */
function put(client: QueryClient, email: EmailTask): void {
  client.setQueryData<EmailTask[]>(emailKeys.of(email.taskId), (list) =>
    list?.some(({ id }) => id === email.id) ? list.map((one) => (one.id === email.id ? email : one)) : list && [email, ...list],
  );
}

/** An email that was sent completes its task and is its proof, so everything that shows tasks is read again. */
export function readAfterSending(client: QueryClient): void {
  markStale(client, ALL_OF_TASKS);
  readStale(client);
}

/** What is to be done with a draft after it was saved. */
export type Step = 'save' | 'review' | 'send';

interface Asked {
  /** The draft on the server; null: there is none yet. */
  readonly email: EmailTask | null;
  /** Null: it is saved already. */
  readonly fields: EmailFields | null;
  readonly step: Step;
}

const NEXT: Readonly<Record<Exclude<Step, 'save'>, (id: string, etag: string | null) => Promise<TaggedEmail>>> = {
  review: reviewEmail,
  send: sendEmail,
};

/**
 * Saves a draft, and then has it reviewed or sends it. What is reviewed or sent is what was saved: the second call carries the tag
 * of the first answer.
 */
export function useEmailStep(taskId: string, onSaved: (email: EmailTask) => void) {
  const client = useQueryClient();
  const key = useRepeatKey();
  const saved = async ({ email, fields }: Asked): Promise<TaggedEmail> => {
    if (email === null) return createEmail(taskId, fields as EmailFields, key.of(fields));
    if (fields === null) return fetchEmail(email.id);
    return updateEmail(email.id, fields, null);
  };
  return useMutation({
    mutationKey: ['email', taskId],
    mutationFn: async (asked: Asked): Promise<EmailTask> => {
      const { email, etag } = await saved(asked);
      put(client, email);
      onSaved(email);
      return asked.step === 'save' ? email : (await NEXT[asked.step](email.id, etag)).email;
    },
    onError: key.failed,
    onSuccess: (email, { step }) => {
      key.made();
      put(client, email);
      if (step === 'save') toast.success('Draft saved', { id: `email-${email.id}` });
      if (email.status === 'sent') readAfterSending(client);
    },
  });
}

export function useDeleteEmail(onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (email: EmailTask) => {
      await deleteEmail(email.id);
      return email;
    },
    onError: (error, email) => toast.error(messageOf(error), { id: `email-${email.id}` }),
    onSuccess: ({ id, taskId }) => {
      client.setQueryData<EmailTask[]>(emailKeys.of(taskId), (list) => list?.filter((one) => one.id !== id));
      onDeleted();
      toast.success('Draft deleted', { id: `email-${id}` });
    },
  });
}

export function useResolveEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ email, sent }: { readonly email: EmailTask; readonly sent: boolean }) => resolveEmail(email.id, sent),
    onError: (error, { email }) => {
      toast.error(messageOf(error), { id: `email-${email.id}` });
      void client.invalidateQueries({ queryKey: emailKeys.of(email.taskId) });
    },
    onSuccess: ({ email }) => {
      put(client, email);
      if (email.status === 'sent') readAfterSending(client);
    },
  });
}
