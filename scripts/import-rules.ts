// `npm run import-rules`: writes biome-imports.jsonc anew, from the table of what each room may import.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importRulesConfig } from './import-rules-config.ts';
import { IMPORT_RULES } from './import-rules-table.ts';

writeFileSync(join(import.meta.dirname, '../biome-imports.jsonc'), importRulesConfig(IMPORT_RULES));
