import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { FILE_EVENTS, type FileEvent, FileUnused, FileUploaded, FileUsedAgain, type RecordedFileEvent } from './events.ts';
import { nameFault, unusedUntil } from './rules.ts';

export type FileState =
  | { readonly status: 'none' | 'removed' }
  | {
      readonly status: 'stored';
      readonly owner: string | null;
      readonly content: string;
      readonly created_at: string;
      /** When its task was deleted; null: it has no task, or the task exists. */
      readonly task_deleted_at: string | null;
    };

const initial: FileState = { status: 'none' };

function evolve(state: FileState, event: RecordedFileEvent): FileState {
  switch (event.type) {
    case 'FileUploaded': {
      if (state.status !== 'none') return state;
      const { owner, at } = event.metadata;
      return { status: 'stored', owner, content: event.data.content, created_at: at, task_deleted_at: null };
    }
    case 'FileUnused':
      return state.status === 'stored' ? { ...state, task_deleted_at: event.metadata.at } : state;
    case 'FileUsedAgain':
      return state.status === 'stored' ? { ...state, task_deleted_at: null } : state;
    case 'FileRemoved':
      return { status: 'removed' };
    default:
      return state;
  }
}

type Uploaded = Extract<FileEvent, { readonly type: 'FileUploaded' }>;

export type FileCommand =
  | { readonly type: 'Upload'; readonly data: Uploaded['data']; readonly private: Uploaded['private'] }
  /** `given`: the file is part of a proof that was given. */
  | { readonly type: 'Remove'; readonly owner: string; readonly given: boolean }
  /** The file's task was deleted at `deleted_at`; null: the task exists. */
  | { readonly type: 'FollowTask'; readonly task_id: string; readonly deleted_at: string | null }
  | { readonly type: 'RemoveUnused'; readonly now: string; readonly belongs: boolean };

export const fileDecider: Decider<FileState, FileCommand, FileEvent> = { events: FILE_EVENTS, initial, evolve, decide };

function decide(command: FileCommand, state: FileState): readonly Decided<FileEvent>[] {
  switch (command.type) {
    case 'Upload': {
      const fault = nameFault(command.private.name);
      if (fault !== null) throw new RuleViolation('validation_failed', fault, { file: [fault] });
      return state.status === 'none' ? [{ type: FileUploaded.type, data: command.data, private: command.private }] : [];
    }
    case 'Remove':
      if (state.status !== 'stored' || state.owner !== command.owner) throw new RuleViolation('not_found', 'There is no such file.');
      if (command.given) throw new RuleViolation('conflict', 'This file was given as proof, and stays.');
      return [{ type: 'FileRemoved', data: { reason: 'removed', content: state.content } }];
    case 'FollowTask': {
      const { task_id, deleted_at } = command;
      if (state.status !== 'stored' || state.task_deleted_at === deleted_at) return [];
      if (deleted_at === null) return [{ type: FileUsedAgain.type, data: { task_id }, by: SYSTEM }];
      return [{ type: FileUnused.type, data: { task_id }, at: deleted_at, by: SYSTEM }];
    }
    case 'RemoveUnused': {
      if (state.status !== 'stored' || command.belongs) return [];
      const until = unusedUntil(state.task_deleted_at ?? state.created_at);
      if (until > command.now) return [];
      return [{ type: 'FileRemoved', data: { reason: 'unused', content: state.content }, at: until, by: SYSTEM }];
    }
  }
}
