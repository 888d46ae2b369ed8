// `npm run settings`: writes the table of settings and the list of secrets in README.md anew, from src/config.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECTIONS } from '../src/config/sections.ts';
import { withSettings } from './settings-table.ts';

const README = join(import.meta.dirname, '../README.md');

writeFileSync(README, withSettings(readFileSync(README, 'utf8'), SECTIONS));
