import { formBytes } from '../../tests/support/forms.ts';
import { manyEntries } from '../../tests/support/many-entries.ts';
import type { NamedAbuse } from './abuses.ts';

const BOUNDARY = 'between';
const ENTRIES = 8_000;
const CONNECTIONS = 6;

/** Two zip files of about 700 kB that hold nothing, in very many entries. `headers`: of the person who uploads them, who is signed in. */
export const archiveAbuse = (headers: Readonly<Record<string, string>>): NamedAbuse => ({
  name: 'archives',
  connections: CONNECTIONS,
  isOfFull: false,
  abuse: {
    method: 'POST',
    path: '/api/files',
    bodies: ['a', 'b'].map((prefix) =>
      formBytes([{ name: 'file', filename: `${prefix}.zip`, content: manyEntries(ENTRIES, prefix) }], BOUNDARY),
    ),
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    keyed: false,
  },
});
