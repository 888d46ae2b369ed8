// `npm test`: sets up what is missing, then everything that is checked and tested, and the totals. `--times` measures the files anew.
import { buildWeb, install, runtime } from './setup.mjs';
import { finish, staticStages, vitest } from './stages.mjs';

install();
runtime();
buildWeb();
// One run of all projects: what they share is made once, and no core waits for the last file of the first projects.
finish([...staticStages(), vitest('unit', 'web', 'browser', 'integration')]);
