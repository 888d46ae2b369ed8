// `npm run check`: types, lint, format and import rules, unused code, unit tests.
import { finish, staticStages, vitest } from './stages.mjs';

finish([...staticStages(), vitest('unit', 'web')]);
