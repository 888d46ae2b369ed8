#!/usr/bin/env node
// `npx vouch …` in a clone. Runs on Node 18 and newer, and hands over to the Node that Vouch needs.
import { join } from 'node:path';
import { become, install, NODE_OPTIONS, ROOT, runtime } from '../scripts/setup.mjs';

install();
become(runtime(), [...NODE_OPTIONS, join(ROOT, 'src', 'main.ts'), ...process.argv.slice(2)]);
