import { RuleViolation } from '../kernel/decider.ts';
import type { Actor, Decided } from '../kernel/event.ts';
import type { Way } from './event-data.ts';
import type { EmailEvent } from './events.ts';
import type { Email } from './state.ts';

/** The outcome of sending an email. `attempt`: the number of the attempt. */
export type OutcomeCommand =
  /**
   * `refused`: addresses that the server refused although it accepted others. `via`: the service that sent it, if it was not the one of the
   * claim. `provider_id`: the id of the email at the provider.
   */
  | {
      readonly type: 'NoteSent';
      readonly attempt: number;
      readonly refused: readonly string[];
      readonly via?: Way;
      readonly provider_id?: string | null;
      readonly now: string;
    }
  | { readonly type: 'NoteFailed'; readonly attempt: number; readonly reason: string; readonly now: string }
  | { readonly type: 'NoteUnknown'; readonly attempt: number; readonly reason: string; readonly now: string };

const REASON = 'You said that it did not go out.';

/** A command changes nothing if the outcome is known already or if the owner has sent the email again. */
export function decideOutcome(command: OutcomeCommand, state: Email): readonly Decided<EmailEvent>[] {
  const { status, task_id, attempt, claim } = state;
  const by: Actor = claim === null ? { kind: 'system', id: null } : { kind: 'provider', id: claim.via };
  if (command.attempt !== attempt) return [];
  switch (command.type) {
    case 'NoteSent':
      // A late outcome counts as well, because the email went out.
      return status === 'sending' || status === 'unknown' ? sent(state, command, by) : [];
    case 'NoteFailed':
      return status === 'sending'
        ? [{ type: 'EmailSendFailed', data: { task_id, attempt, reason: command.reason }, at: command.now, by }]
        : [];
    case 'NoteUnknown':
      if (status !== 'sending' || claim === null) return [];
      return [
        {
          type: 'EmailOutcomeUnknown',
          data: { task_id, attempt, reason: command.reason },
          at: command.now,
          by: { kind: 'system', id: null },
        },
      ];
  }
}

function sent(
  { task_id, attempt, recipients, file_ids, claim }: Email,
  { refused, via, provider_id = null, now }: Extract<OutcomeCommand, { type: 'NoteSent' }>,
  by: Actor,
): readonly Decided<EmailEvent>[] {
  if (claim === null) return [];
  const known = { task_id, attempt, recipients, file_ids, via: via ?? claim.via, confirmed_by: 'server' } as const;
  const data = { ...known, ...(provider_id !== null && { provider_id }) };
  return [{ type: 'EmailSent', data, ...(refused.length > 0 && { private: { refused } }), at: now, by }];
}

/**
 * Records whether an email with an unknown outcome went out, according to its owner.
 * @throws RuleViolation conflict
 */
export function decideOnWord(
  went: boolean,
  { status, task_id, attempt, recipients, file_ids, claim }: Email,
): readonly Decided<EmailEvent>[] {
  if (status !== 'unknown' || claim === null)
    throw new RuleViolation('conflict', 'What became of this email is known. There is nothing to say about it.');
  if (!went) return [{ type: 'EmailSendFailed', data: { task_id, attempt, reason: REASON } }];
  return [{ type: 'EmailSent', data: { task_id, attempt, recipients, file_ids, via: claim.via, confirmed_by: 'owner' } }];
}
