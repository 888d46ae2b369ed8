import type { Sealed } from '../kernel/event.ts';
import type { EmailContent, EmailStatus, RecordedEmailEvent, Way } from './events.ts';

export interface Claim {
  readonly until: string;
  readonly via: Way;
  readonly message_id: string;
}

export interface Email {
  readonly status: EmailStatus;
  readonly owner: string;
  readonly task_id: string;
  readonly content: Sealed<EmailContent> | null;
  readonly recipients: number;
  readonly file_ids: readonly string[];
  /** Counts the editions of the content, from 1. */
  readonly edition: number;
  readonly reviews: readonly string[];
  /** How often the owner has sent it. */
  readonly attempt: number;
  /** Null: no worker has begun to send it since the owner last sent it. */
  readonly claim: Claim | null;
  readonly version: number;
}

export type EmailState = { readonly status: 'none' | 'deleted' } | Email;

export const initial: EmailState = { status: 'none' };

export const isThere = (state: EmailState): state is Email => state.status !== 'none' && state.status !== 'deleted';

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

/** Everything but the version. */
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
