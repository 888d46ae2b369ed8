import type { Sealed } from '../kernel/sealed.ts';
import type { EmailStatus, Way } from './event-data.ts';
import type { RecordedEmailEvent } from './events.ts';

/** The claim of the worker that sends the email, or was the last one to do so. */
export interface Claim {
  readonly until: string;
  readonly via: Way;
  readonly message_id: string;
}

/** An email that was not deleted. */
export interface Email {
  readonly status: EmailStatus;
  readonly owner: string;
  readonly task_id: string;
  /** The sealed object that holds the content. */
  readonly content: Sealed | null;
  readonly recipients: number;
  readonly file_ids: readonly string[];
  /** Counts its contents, from 1 on. */
  readonly edition: number;
  readonly reviews: readonly string[];
  /** How often its owner sent it. */
  readonly attempt: number;
  /** Null: nobody has begun to send it since its owner sent it. */
  readonly claim: Claim | null;
  /** The revision of its last event. */
  readonly version: number;
}

export type EmailState = { readonly status: 'none' | 'deleted' } | Email;

export const initial: EmailState = { status: 'none' };

/** Whether there is an email. */
export const isThere = (state: EmailState): state is Email => state.status !== 'none' && state.status !== 'deleted';

/** Total: an event that does not fit the state changes nothing. */
export function evolve(state: EmailState, event: RecordedEmailEvent): EmailState {
  if (event.type === 'EmailTaskCreated') return state.status === 'none' ? created(event) : state;
  if (!isThere(state)) return state;
  return event.type === 'EmailTaskDeleted' ? { status: 'deleted' } : { ...changed(state, event), version: event.revision };
}

function created({ data, metadata, private: content, revision }: Extract<RecordedEmailEvent, { type: 'EmailTaskCreated' }>): EmailState {
  if (metadata.owner === null) return initial;
  const { task_id, recipients, file_ids } = data;
  return {
    status: 'draft',
    owner: metadata.owner,
    task_id,
    content,
    recipients,
    file_ids,
    edition: 1,
    reviews: [],
    attempt: 0,
    claim: null,
    version: revision,
  };
}

/** Without its version. */
function changed(state: Email, event: RecordedEmailEvent): Email {
  switch (event.type) {
    case 'EmailTaskEdited': {
      const { recipients, file_ids } = event.data;
      return { ...state, content: event.private, recipients, file_ids, edition: state.edition + 1 };
    }
    case 'EmailTaskReviewed':
      return { ...state, reviews: [...state.reviews, event.data.review_id] };
    case 'EmailSendRequested':
      return { ...state, status: 'sending', attempt: event.data.attempt, claim: null };
    case 'EmailSendStarted': {
      const { until, via, message_id } = event.data;
      return { ...state, claim: { until, via, message_id } };
    }
    case 'EmailSent':
      return { ...state, status: 'sent' };
    case 'EmailSendFailed':
      return { ...state, status: 'failed' };
    case 'EmailOutcomeUnknown':
      return { ...state, status: 'unknown' };
    default:
      return state;
  }
}
