// `npm run bench`: the ratios that the README quotes.
import { join } from 'node:path';
import { become, buildWeb, install, ROOT, runtime } from './setup.mjs';

install();
const node = runtime();
buildWeb();
become(node, [join(ROOT, 'bench', 'run.ts'), ...process.argv.slice(2)]);
