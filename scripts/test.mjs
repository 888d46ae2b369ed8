// `npm test`: sets up what is missing, then everything that is checked and tested, and the totals. `--times` measures the files anew.
import { buildWeb, install, runtime } from './setup.mjs';
import { finish, staticStages, vitest } from './stages.mjs';

install();
runtime();
buildWeb();
finish([...staticStages(), vitest('unit', 'web'), vitest('integration', 'browser')]);
