import type { NotificationSettings, TimeSettings, Weekday } from '../../app/settings.ts';

/** A person in the simulation. Everything about them follows from the seed and their number. */
export interface Persona {
  readonly number: number;
  readonly email: string;
  readonly zone: string;
  readonly time: Pick<TimeSettings, `todo_reminder_${'day' | 'time'}` | `weekly_${'report' | 'assessment'}_${'day' | 'time'}`>;
  /** The person's routines; no two have the same rule. */
  readonly routines: readonly PersonaRoutine[];
  readonly partner: PartnerPersona | null;
  /** Changes during the simulation, in the order of their days. */
  readonly changes: readonly Change[];
}

export interface PersonaRoutine {
  readonly title: string;
  readonly rrule: string;
  readonly due_time: string | null;
  readonly mode: 'due' | 'completion';
}

export interface PartnerPersona {
  readonly name: string;
  readonly email: string;
  readonly whatsapp: string;
  readonly answer: 'Accept' | 'Decline';
}

export type Change = { readonly day: number } & (
  | { readonly does: 'move'; readonly zone: string }
  | { readonly does: 'remind_at'; readonly time: string }
  | { readonly does: 'notify'; readonly set: Partial<NotificationSettings> }
  | { readonly does: 'vacation'; readonly in_days: number; readonly length: number }
  /** Concerns the routine with this rule. */
  | { readonly does: 'pause' | 'resume'; readonly rrule: string }
  /** From the next day on the routine follows another rule. */
  | { readonly does: 'edit_later'; readonly rrule: string; readonly next: string }
);

/**
 * Zones on both sides of the date line, zones with offsets of half and quarter hours, and zones whose clocks change at
 * midnight or by half an hour.
 */
export const ZONES: readonly string[] = [
  'Europe/Berlin',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Havana',
  'Asia/Tokyo',
  'Pacific/Auckland',
  'America/St_Johns',
  'Africa/Casablanca',
  'Europe/London',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'America/Santiago',
  'America/New_York',
  'Asia/Tehran',
  'Australia/Adelaide',
  'America/Sao_Paulo',
  'Atlantic/Azores',
  'Africa/Cairo',
  'Asia/Shanghai',
  'Asia/Dubai',
  'Pacific/Honolulu',
  'Africa/Nairobi',
];

/** Rules of routines. Most come less than daily, so that reminders are sent on the other days. */
const RULES: readonly string[] = [
  'FREQ=WEEKLY;BYDAY=MO,WE,FR',
  'FREQ=MONTHLY;BYMONTHDAY=31',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=WEEKLY;BYDAY=SA,SU',
  'FREQ=MONTHLY;BYDAY=2TU',
  'FREQ=DAILY;INTERVAL=5',
];

const COUNTED = 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=13';
const CHAINED = 'FREQ=DAILY;INTERVAL=4';

const REMINDERS = ['08:00', '02:30', '17:00', '00:00', '23:45', '06:15', '12:00', '01:30', '03:00'];
const DUE = [null, '21:00', '02:30', '09:30'];
const DAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const TITLES = ['Practise the guitar', 'Sort the receipts', 'Water the plants', 'Read a chapter', 'Call home', 'Back up the laptop'];

function at<T extends string | null>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('There is nothing to choose from.');
  return item;
}

export function population(accounts: number, seed: number, zones: readonly string[] = ZONES): readonly Persona[] {
  return Array.from({ length: accounts }, (_, number) => persona(number, seed + number + Math.floor(number / zones.length), zones));
}

/** `turn` differs from the number, so that people of the same zone differ. */
function persona(number: number, variant: number, zones: readonly string[]): Persona {
  const weekly = number % 4 === 3;
  return {
    number,
    email: `person-${number}@example.org`,
    zone: at(zones, number),
    time: {
      todo_reminder_day: variant % 8 === 7 ? at(DAYS, variant) : 'everyday',
      todo_reminder_time: at(REMINDERS, variant),
      weekly_report_day: weekly ? at(DAYS, variant) : 'monday',
      weekly_report_time: weekly ? at(REMINDERS, variant + 1) : '08:00',
      weekly_assessment_day: weekly ? at(DAYS, variant + 3) : 'sunday',
      weekly_assessment_time: weekly ? at(REMINDERS, variant + 2) : '18:00',
    },
    routines: [
      ...[variant, variant + 3]
        .slice(0, 1 + (variant % 2))
        .map((one) => ({ title: at(TITLES, one), rrule: at(RULES, one), due_time: at(DUE, one), mode: 'due' as const })),
      ...further(variant),
    ],
    partner: partner(number, variant),
    changes: changes(number, variant, zones),
  };
}

/** A routine with a limited count, or one whose next date counts from its completion. */
function further(variant: number): readonly PersonaRoutine[] {
  if (variant % 6 === 3) return [{ title: 'Take the tablets', rrule: COUNTED, due_time: null, mode: 'due' }];
  return variant % 6 === 5 ? [{ title: 'Cut the hedge', rrule: CHAINED, due_time: null, mode: 'completion' }] : [];
}

function partner(number: number, variant: number): PartnerPersona | null {
  if (variant % 5 === 4) return null;
  const whatsapp = variant % 3 === 1 ? `+49 151 ${String(10_000_000 + number)}` : '';
  return { name: 'Søren', email: `partner-${number}@example.net`, whatsapp, answer: variant % 5 === 3 ? 'Decline' : 'Accept' };
}

function changes(number: number, variant: number, zones: readonly string[]): readonly Change[] {
  const all: Change[] = [];
  if (variant % 7 > 2) all.push({ day: 10, does: 'notify', set: { weekly_reports: false } });
  if (variant % 3 === 0)
    all.push({ day: 20, does: 'vacation', in_days: 6, length: 9 }, { day: 230, does: 'vacation', in_days: 0, length: 5 });
  if (variant % 3 === 1)
    all.push({ day: 40, does: 'move', zone: at(zones, number + 7) }, { day: 210, does: 'move', zone: at(zones, number) });
  const rrule = at(RULES, variant);
  // A short pause, and one that is longer than the time for which occurrences are created ahead.
  if (variant % 6 === 2)
    all.push(
      { day: 24, does: 'pause', rrule },
      { day: 31, does: 'resume', rrule },
      { day: 140, does: 'pause', rrule },
      { day: 171, does: 'resume', rrule },
    );
  if (variant % 6 === 4) all.push({ day: 48, does: 'edit_later', rrule, next: at(RULES, variant + 2) });
  if (variant % 4 === 2) all.push({ day: 55, does: 'remind_at', time: at(REMINDERS, variant + 4) });
  if (variant % 5 === 3)
    all.push({ day: 30, does: 'notify', set: { weekly_reports: false } }, { day: 120, does: 'notify', set: { weekly_reports: true } });
  if (variant % 6 === 5)
    all.push({ day: 65, does: 'notify', set: { task_reminders: false } }, { day: 90, does: 'notify', set: { task_reminders: true } });
  return all.sort((a, b) => a.day - b.day);
}
