import { later, plus } from '../calendar/instant.ts';
import { APPEAL_WITHIN } from '../calendar/proof-times.ts';
import { RuleViolation } from '../kernel/decider.ts';
import type { Actor } from '../kernel/event.ts';
import type { AnswerAppeal, MakeAppeal } from '../task/commands.ts';
import { change, type Draft } from '../task/draft.ts';
import { deadlinePassed, hasPassed, matching, notFound, outcomeOf } from '../task/rules.ts';
import { exists, type TaskState } from '../task/state.ts';
import type { Appeal } from './event-data.ts';

/** The owner appeals to the accepted partner against a miss, an expiry or a final rejection: once for each task, and within seven days. */
export function decideAppeal(from: Draft, command: MakeAppeal, recorded: TaskState): Draft {
  const { fields } = from.state;
  const { now, partner_id, file_ids, text } = command;
  matching(command, recorded, from.state);
  if (outcomeOf(fields) !== 'missed')
    throw new RuleViolation('conflict', 'This task does not count as missed, so there is nothing to appeal against.');
  if (fields.appeal !== null)
    throw new RuleViolation('conflict', 'You have made an appeal about this task before. There is one for each task.');
  const missed = later(fields.missed_at ?? '', fields.decided_at ?? '');
  if (hasPassed(plus(missed, APPEAL_WITHIN), now))
    throw deadlinePassed('An appeal can be made within seven days of the miss, and they have passed.');
  if (partner_id === null)
    throw new RuleViolation('not_accepted', 'An appeal goes to your partner, and nobody has accepted to be your partner yet.');
  return change(from, {
    type: 'AppealMade',
    at: now,
    fields: { appeal: { partner_id, at: now, state: 'waiting', decided_at: null } },
    more: { partner_id, file_ids },
    personal: { text },
  });
}

/** The partner answers. If they accept the appeal, the record is corrected. */
export function decideAnswer(from: Draft, command: AnswerAppeal): Draft {
  const { fields } = from.state;
  const { now, partner_id, outcome, comment } = command;
  const { appeal } = fields;
  if (!exists(from.state) || appeal === null || appeal.partner_id !== partner_id) throw notFound();
  if (appeal.state !== 'waiting') throw new RuleViolation('conflict', 'This appeal was decided meanwhile.');
  if (outcomeOf(fields) !== 'missed') throw new RuleViolation('conflict', 'This task does not count as missed any more.');
  const by: Actor = { kind: 'partner', id: partner_id };
  const answered = change(from, {
    type: 'AppealAnswered',
    at: now,
    by,
    fields: { appeal: { ...appeal, state: outcome, decided_at: now } },
    more: { partner_id, outcome },
    ...(comment !== '' && { personal: { comment } }),
  });
  return outcome === 'accepted' ? change(answered, { type: 'RecordCorrected', at: now, by, fields: { corrected: true } }) : answered;
}

export function closeUnanswered(from: Draft, at: string): Draft {
  const closed: Appeal = { ...(from.state.fields.appeal as Appeal), state: 'rejected', decided_at: at };
  return change(from, { type: 'AppealUnanswered', at, system: true, fields: { appeal: closed } });
}
