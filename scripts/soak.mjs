// `npm run soak`: hundreds of people for half an hour, then the faults in full number. See docs/performance.md.
import { join } from 'node:path';
import { become, install, ROOT, runtime } from './setup.mjs';

install();
become(runtime(), [join(ROOT, 'bench', 'soak', 'run.ts'), ...process.argv.slice(2)]);
