import { plus } from '../../../src/domain/calendar/dates.ts';
import { CodeAttempted, CodeTaskAdded, CodeTaskEdited, CodeTaskRemoved, codeStream } from '../../../src/domain/coding/events.ts';
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
import { FileUploaded, fileStream } from '../../../src/domain/file/events.ts';
import { ProofSubmitted } from '../../../src/domain/proof/events.ts';
import { reviewStream } from '../../../src/domain/proof/review-events.ts';
import { taskStream } from '../../../src/domain/task/events.ts';
import type { World } from './world.ts';

/** Coding questions that an owner adds, changes and tries to solve. Some of the attempts are at what there is not. */
export function codingActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  let added = 0;
  let attempts = 0;
  const any = () => codeStream(`${owner}-c${pick(added + 1)}`);
  const add = () => {
    const { data, private: texts } = CodeTaskAdded.example;
    const of = { ...data, task_id: `t${pick(5)}`, place: pick(2), examples: pick(2) };
    world.write(codeStream(`${owner}-c${added}`), owner, { type: CodeTaskAdded.type, data: of, private: texts } as never);
    added += 1;
  };
  const edit = () => {
    const { data, private: texts } = CodeTaskEdited.example;
    world.write(any(), owner, { type: CodeTaskEdited.type, data, private: texts } as never);
  };
  const remove = () => {
    if (pick(3) === 0) world.write(any(), owner, { type: CodeTaskRemoved.type, data: CodeTaskRemoved.example.data } as never);
  };
  const attempt = () => {
    const { data, private: texts } = CodeAttempted.example;
    const total = pick(4);
    const of = { ...data, attempt_id: `${owner}-a${attempts}`, passed: Math.min(total, pick(4)), total };
    attempts += 1;
    world.write(any(), owner, { type: CodeAttempted.type, data: of, private: texts } as never);
  };
  return [add, edit, remove, attempt, attempt];
}

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

/** Files that an owner uploads for a task or for none, removes, and gives as proof. */
export function fileActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  const files: string[] = [];
  const any = () => files[pick(files.length)] ?? 'none';
  const upload = () => {
    const id = `${owner}-f${files.length}`;
    const task_id = pick(2) === 0 ? null : `t${pick(5)}`;
    const { data, private: texts } = FileUploaded.example;
    world.write(fileStream(id), owner, { type: FileUploaded.type, data: { ...data, task_id }, private: texts } as never);
    files.push(id);
  };
  const remove = () =>
    world.write(fileStream(any()), owner, { type: 'FileRemoved', data: { reason: 'removed', content: `c-${'5e'.repeat(32)}` } });
  /** Of a task that no other event is about. Some of the files are another owner's, or are none. */
  const give = () =>
    world.write(taskStream(`${owner}-proved`), owner, {
      type: ProofSubmitted.type,
      data: { ...ProofSubmitted.example.data, file_ids: [any(), 'none', `u${1 + pick(2)}-f0`] },
      private: { text: 'Done.' },
    } as never);
  const follow = () => {
    const type = pick(2) === 0 ? 'FileUnused' : 'FileUsedAgain';
    world.write(fileStream(any()), owner, { type, data: { task_id: 't1' } });
  };
  return [upload, upload, upload, remove, give, follow];
}

/** Requests for reviews, of which some are begun, and some end. The first of each owner only waits. */
export function reviewActs(world: World, owners: readonly string[], pick: (below: number) => number): readonly (() => unknown)[] {
  let asked = 0;
  const ask = (owner: string): string => {
    const stream = reviewStream(`${asked}`);
    asked += 1;
    world.write(stream, owner, { type: 'ReviewRequested', data: { task_id: `t${asked}`, submission_id: `s${asked}` } });
    return stream;
  };
  for (const owner of owners) ask(owner);
  return owners.map((owner) => () => {
    const stream = ask(owner);
    if (pick(3) > 0) world.write(stream, owner, { type: 'ReviewBegun', data: { attempt: 1, until: plus(world.now, 120_000) } });
    if (pick(3) > 0) world.write(stream, owner, { type: 'ReviewEnded', data: { outcome: 'answered' } });
  });
}
