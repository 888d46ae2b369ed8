import { z } from 'zod';
import { pluralWord } from '../../contracts/words/format.ts';
import { count, defineEvent, defineStream, type EventOf } from '../kernel/define-event.ts';

export const SalesContacted = defineEvent({
  type: 'SalesContacted',
  startsStream: true,
  publicName: 'sales.contacted',
  label: 'Sales contacted',
  meaning: 'The owner wrote to the operator about something that no plan has. It goes out by mail.',
  since: '0.1.0',
  history: 'account',
  webhook: false,
  data: z.strictObject({ seats: count.nullable().describe('For how many people; null: not said.') }),
  private: z.strictObject({ message: z.string().describe('As it was written.'), company: z.string().describe('Empty: not said.') }),
  example: { data: { seats: 25 }, private: { message: 'We are a team of 25.', company: 'Example Ltd' } },
  detail: ({ data }) => (data.seats === null ? null : `For ${data.seats} ${pluralWord(data.seats, 'person', 'people')}.`),
});
export type SalesContacted = EventOf<typeof SalesContacted>;

export const SALES_EVENTS = [SalesContacted] as const;
export const salesStream = defineStream('sales');
