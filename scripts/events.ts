// `npx node scripts/events.ts`: writes docs/events.md anew, from the definitions of the events.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENTS } from '../src/domain/catalogue.ts';
import { eventsPage } from './events-page.ts';

writeFileSync(join(import.meta.dirname, '../docs/events.md'), eventsPage(EVENTS));
