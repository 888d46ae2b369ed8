// `npm run format`: formats and sorts imports in place.
import { join } from 'node:path';
import { become, ROOT, runtime } from './setup.mjs';

become(runtime(), [join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '--write', ...process.argv.slice(2)]);
