import { RuleViolation } from '../kernel/decider.ts';
import { keysOf, pick } from '../kernel/records.ts';
import type { Occur, OccurrenceCommand, ReturnFromVacation, SkipForVacation, Withdraw } from './commands.ts';
import { dueOf } from './decide-edit.ts';
import { change, type Draft, type SetBy, same } from './draft.ts';
import { ROUTINE_PLAIN_FIELDS, type SealedTexts, type TaskFields } from './event-data.ts';
import { chosenDate, hasPassed, open, unproven } from './rules.ts';
import { editedByHand, exists, type TaskState, wasHandled } from './state.ts';

type Due = ReturnType<typeof dueOf>;

export function decideFirst(from: Draft, command: Occur): Draft {
  const { fields, texts, now, routine_id, date, part_of } = command;
  const due = dueInTime(date, fields.due_time, command);
  if (due === null) return from;
  const made = change(from, {
    type: 'TaskPromised',
    at: now,
    system: true,
    part_of,
    fields: {
      ...from.state.fields,
      ...due,
      ...unproven(fields.verification_type),
      verification_type: fields.verification_type,
      ...pick(fields, ROUTINE_PLAIN_FIELDS),
      recurring_task_id: routine_id,
      occurrence_date: date,
      created_at: now,
    },
    restore: texts,
  });
  return skipIfAway(made, command);
}

/**
 * Applies a change of a routine or a vacation to an occurrence. Each of their events takes effect once, and occurrences that are already
 * due do not change.
 */
export function decideOccurrence(from: Draft, command: OccurrenceCommand): Draft {
  const { state } = from;
  if (command.part_of !== null && wasHandled(state, command.part_of)) return from;
  if (state.fields.due_at === null || hasPassed(state.fields.due_at, command.now)) return from;
  switch (command.type) {
    case 'Occur':
      return skipIfAway(align(restore(from, command), command), command);
    case 'Withdraw':
      return withdraw(from, command);
    case 'SkipForVacation':
      return skip(from, command);
    case 'ReturnFromVacation':
      return giveBack(from, command);
  }
}

function dueInTime(date: string, time: string | null, command: Occur): Due | null {
  try {
    return dueOf(date, time, command);
  } catch (error) {
    if (error instanceof RuleViolation) return null;
    throw error;
  }
}

/** Restores a withdrawn occurrence. If it was skipped for a vacation, that vacation may have been cancelled since. */
function restore(from: Draft, { now, part_of, vacation }: Occur): Draft {
  const { fields } = from.state;
  if (!fields.withdrawn) return from;
  const stale = forVacation(fields) && fields.vacation_id !== vacation?.id;
  const back = stale ? RETURNED : {};
  return change(from, { type: 'TaskRestored', at: now, system: true, part_of, fields: { ...back, deleted: false, withdrawn: false } });
}

const RETURNED = { status: 'pending', closed_at: null, vacation_id: null } as const;
const forVacation = ({ status, vacation_id }: TaskFields): boolean => status === 'skipped' && vacation_id !== null;
const undecided = (state: TaskState): boolean => exists(state) && (open(state.fields) || forVacation(state.fields));

/** Sets each field that the owner has not edited to the routine's value. */
function align(from: Draft, command: Occur): Draft {
  const { state } = from;
  if (!undecided(state)) return from;
  const byHand = editedByHand(state);
  const { verification_type } = command.fields;
  const proofGiven = state.fields.first_proof_at !== null;
  const wanted: SetBy<'TaskEdited'> = {
    ...pick(command.fields, ROUTINE_PLAIN_FIELDS),
    // Once there is a proof, the kind of proof no longer changes.
    ...(verification_type === state.fields.verification_type || proofGiven ? {} : { verification_type, ...unproven(verification_type) }),
    ...(byHand.has('due_time') ? {} : dueAnew(state.fields, command)),
  };
  const named = keysOf(wanted).filter((name) => !byHand.has(handOf(name)) && !same(state.fields[name], wanted[name]));
  const fields: SetBy<'TaskEdited'> = pick(wanted, named);
  const written = keysOf(command.texts).filter(
    (name) => !byHand.has(name) && state.texts[name] !== command.texts[name] && !(name === 'proof_requirement' && proofGiven),
  );
  const texts: SealedTexts = pick(command.texts, written);
  if (named.length === 0 && written.length === 0) return from;
  return change(from, { type: 'TaskEdited', at: command.now, system: true, part_of: command.part_of, fields, restore: texts });
}

/**
 * The group that a field belongs to. All fields about verification are one choice of the owner, and so are all fields about the due date.
 */
const handOf = (name: string): string =>
  /^(verification_|proof_)/.test(name) ? 'verification_type' : /^due_/.test(name) ? 'due_time' : name;

/** The routine's time on the task's own date, unless that has passed. If a change of zone moved the time, it is no longer the routine's. */
function dueAnew(fields: TaskFields, command: Occur): Partial<Due> {
  const { date, time } = fields.due_chosen ?? { date: fields.due_date, time: fields.due_time };
  if (date === null || time === command.fields.due_time) return {};
  return dueInTime(date, command.fields.due_time, command) ?? {};
}

function withdraw(from: Draft, { now, part_of, moved }: Withdraw): Draft {
  const { fields } = from.state;
  const wentElsewhere = chosenDate(fields) !== fields.occurrence_date;
  if (!undecided(from.state) || (wentElsewhere && !moved)) return from;
  return change(from, {
    type: 'TaskWithdrawn',
    at: now,
    system: true,
    part_of,
    fields: { deleted: true, withdrawn: true },
  });
}

function skipIfAway(from: Draft, { vacation, ...command }: Occur): Draft {
  if (vacation === null || wasHandled(from.state, vacation.part_of)) return from;
  return skip(from, { ...command, type: 'SkipForVacation', vacation_id: vacation.id, part_of: vacation.part_of });
}

function skip(from: Draft, { now, part_of, vacation_id }: SkipForVacation): Draft {
  const { fields } = from.state;
  if (!exists(from.state) || !open(fields)) return from;
  return change(from, {
    type: 'TaskSkipped',
    at: now,
    system: true,
    part_of,
    fields: { status: 'skipped', closed_at: now, vacation_id, ...unproven(fields.verification_type) },
  });
}

function giveBack(from: Draft, { now, part_of, vacation_id }: ReturnFromVacation): Draft {
  const { fields } = from.state;
  if (!exists(from.state) || !forVacation(fields) || fields.vacation_id !== vacation_id) return from;
  return change(from, {
    type: 'TaskReopened',
    at: now,
    system: true,
    part_of,
    fields: RETURNED,
  });
}
