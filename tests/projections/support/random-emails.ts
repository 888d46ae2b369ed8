import type { emailDecider } from '../../../src/domain/email/decide.ts';
import {
  EmailOutcomeUnknown,
  EmailSendFailed,
  EmailSendRequested,
  EmailSendStarted,
  EmailSent,
  EmailTaskCreated,
  EmailTaskDeleted,
  EmailTaskEdited,
  EmailTaskReviewed,
  emailStream,
} from '../../../src/domain/email/events.ts';
import type { World } from './world.ts';

/** Emails that an owner drafts, changes, has reviewed, deletes and sends, with every outcome. */
export function emailActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  const emails: string[] = [];
  const any = () => emails[pick(emails.length)] ?? 'none';
  const write = (id: string, definition: (typeof emailDecider.events)[number], more: object = {}): void => {
    const { data, private: texts } = definition.example;
    world.write(emailStream(id), owner, { type: definition.type, data: { ...data, ...more }, ...(texts && { private: texts }) } as never);
  };
  const create = () => {
    const id = `${owner}-e${emails.length}`;
    emails.push(id);
    write(id, EmailTaskCreated, { task_id: `t${pick(5)}` });
  };
  const outcomes = [EmailSent, EmailSendFailed, EmailOutcomeUnknown] as const;
  return [
    create,
    create,
    () => write(any(), EmailTaskEdited),
    () => write(any(), EmailTaskReviewed),
    () => write(any(), EmailSendRequested),
    () => write(any(), EmailSendStarted),
    () => write(any(), outcomes[pick(3)] ?? EmailSent),
    () => pick(3) === 0 && write(any(), EmailTaskDeleted),
  ];
}
