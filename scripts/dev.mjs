// `npm run dev`: the web with hot reload, beside a server that `npm start` has started.
import { join } from 'node:path';
import { become, install, ROOT, runtime } from './setup.mjs';

install();
become(runtime(), [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), '--config', 'web/vite.config.ts', ...process.argv.slice(2)]);
