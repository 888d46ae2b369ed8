// `npm test`: sets up what is missing, then everything that is checked and tested, and the totals. `--times` measures the files anew.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb, install, ROOT, runtime } from './setup.mjs';
import { finish, staticStages, vitest } from './stages.mjs';

install();
// It goes on beside the next stages. The tests that need it wait for it.
spawn(runtime(), [join(ROOT, 'tests', 'servers', 'prepare.ts')], { cwd: ROOT, stdio: 'ignore' });
buildWeb();
// One run of all projects: what they share is made once, and no core waits for the last file of the first projects.
finish([...staticStages(), vitest('unit', 'web', 'browser', 'integration')]);
