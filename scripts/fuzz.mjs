// `npm run fuzz`: drives every call of the API from its OpenAPI document, with twenty times as many requests as `npm test`.
import { join } from 'node:path';
import { become, install, ROOT, runtime } from './setup.mjs';

install();
process.env.VOUCH_FUZZ_EXAMPLES ??= '200';
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
become(runtime(), [vitest, 'run', '--project', 'integration', 'tests/http/openapi.test.ts', ...process.argv.slice(2)]);
