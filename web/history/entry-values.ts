import type { AuditEntry } from '../api/audit.ts';
import { localTime } from '../lib/zone.ts';

/** Who acted, for 'by you', 'by Vouch', 'by Søren'. */
export function actorWords(actor: AuditEntry['actor']): string {
  if (actor.kind === 'user') return 'you';
  if (actor.kind === 'system') return 'Vouch';
  return actor.name ?? (actor.kind === 'ai' ? 'the AI' : actor.kind === 'partner' ? 'your partner' : 'the provider');
}

/** '9f3a…c41e' */
export const shortHash = (hash: string): string => (hash.length <= 12 ? hash : `${hash.slice(0, 4)}…${hash.slice(-4)}`);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A value of the wire as a person reads it; instants in the zone. */
export function valueWords(value: unknown, zone: string): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => valueWords(one, zone)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${nameWords(name).toLowerCase()} ${valueWords(one, zone)}`)
      .join(', ');
  const text = String(value);
  if (!INSTANT.test(text)) return text;
  const local = localTime(text, zone);
  return `${local.date} ${local.time}`;
}

/** 'dueDate' → 'Due date' */
export const nameWords = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());
