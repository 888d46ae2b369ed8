// `npm run check`: types, lint, format and import rules, unit tests. Under a minute.
import { finish, staticStages, vitest } from './stages.mjs';

finish([...staticStages(), vitest('unit', 'web')]);
