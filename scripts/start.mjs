// `npm start`: sets up what is missing, then serves.
import { join } from 'node:path';
import { become, buildWeb, install, NODE_OPTIONS, ROOT, runtime } from './setup.mjs';

install();
const node = runtime();
buildWeb();
become(node, [...NODE_OPTIONS, join(ROOT, 'src', 'main.ts'), 'serve', ...process.argv.slice(2)]);
