import type { RecordedFileEvent } from './events.ts';

export type FileState =
  | { readonly status: 'none' | 'removed' }
  | {
      readonly status: 'stored';
      readonly owner: string | null;
      readonly content: string;
      readonly created_at: string;
    };

export const initial: FileState = { status: 'none' };

/** Total: an event that does not fit the state changes nothing. */
export function evolve(state: FileState, event: RecordedFileEvent): FileState {
  switch (event.type) {
    case 'FileUploaded': {
      if (state.status !== 'none') return state;
      const { owner, at } = event.metadata;
      return { status: 'stored', owner, content: event.data.content, created_at: at };
    }
    case 'FileRemoved':
      return { status: 'removed' };
    default:
      return state;
  }
}
