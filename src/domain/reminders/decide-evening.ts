import type { Decider } from '../kernel/decider.ts';
import { SYSTEM } from '../kernel/event.ts';
import { EVENING_EVENTS, type EveningCame, type EveningOutcome } from './evening-events.ts';

export interface EveningCommand {
  readonly type: 'Evening';
  readonly date: string;
  readonly zone: string;
  readonly scheduled_at: string;
  /** The owner's local date is a later one by now. */
  readonly is_past: boolean;
  readonly is_enabled: boolean;
  readonly on_vacation: boolean;
  /** A task that is due on the date is pending or in progress. */
  readonly has_open: boolean;
  /** By which way the owner can be told now; null: by none. */
  readonly way: 'push' | 'mail' | null;
}

/** The state is whether the evening of the date has come. It comes once. */
export const eveningDecider: Decider<boolean, EveningCommand, EveningCame> = {
  events: EVENING_EVENTS,
  initial: false,
  evolve: () => true,
  decide(command, hasCome) {
    if (hasCome) return [];
    const { date, zone, scheduled_at } = command;
    return [{ type: 'EveningCame', data: { date, zone, scheduled_at, outcome: outcomeOf(command) }, at: scheduled_at, by: SYSTEM }];
  },
};

function outcomeOf({ is_past, is_enabled, on_vacation, has_open, way }: EveningCommand): EveningOutcome {
  if (is_past) return 'passed';
  if (!is_enabled) return 'off';
  if (on_vacation) return 'vacation';
  if (!has_open) return 'nothing_open';
  return way === null ? 'no_way' : way === 'push' ? 'pushed' : 'mailed';
}
