import type { RecordedFileEvent } from './events.ts';

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

export const initial: FileState = { status: 'none' };

export function evolve(state: FileState, event: RecordedFileEvent): FileState {
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
