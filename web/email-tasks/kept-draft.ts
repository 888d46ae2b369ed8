import type { EmailDraft } from './email-draft.ts';

/** What is typed and not saved yet is kept in the tab, so that a reload loses nothing. `emailId` null: a new email. */
const nameOf = (taskId: string, emailId: string | null): string => `email ${taskId} ${emailId ?? 'new'}`;

function withStorage<T>(use: (store: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null; // The browser does not allow storage, or it is full.
  }
}

const isDraft = (value: unknown): value is EmailDraft =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  'body' in value &&
  'attachments' in value &&
  Array.isArray(value.attachments);

export function readEmail(taskId: string, emailId: string | null): EmailDraft | null {
  const kept = withStorage((store): unknown => JSON.parse(store.getItem(nameOf(taskId, emailId)) ?? 'null'));
  return isDraft(kept) ? kept : null;
}

export const writeEmail = (taskId: string, emailId: string | null, draft: EmailDraft): void =>
  void withStorage((store) => store.setItem(nameOf(taskId, emailId), JSON.stringify(draft)));

export const forgetEmail = (taskId: string, emailId: string | null): void =>
  void withStorage((store) => store.removeItem(nameOf(taskId, emailId)));
