import type { App } from '../../app/app.ts';
import { verificationFacts } from '../../app/proof/shown.ts';
import type { Cursor } from '../../ports/documents.ts';
import { presentVerification } from '../../presenters/proof.ts';
import { allTasks } from '../../projections/task/task-lists.ts';
import type { BundlePart } from './part.ts';

const PAGE = 500;

/** All verifications of which anything was given or asked for, as the text of a JSON array. */
async function* verificationItems(app: App, owner: string): AsyncGenerator<string> {
  let after: Cursor | null | undefined;
  let start = '[\n';
  do {
    const page = await allTasks(app.views, owner, { limit: PAGE, ...(after && { after }) });
    const found = page.items.filter(({ doc }) => doc.first_proof_at !== null || doc.appeal !== null);
    const facts = await verificationFacts(app, owner, found);
    for (const one of found) {
      yield `${start}  ${JSON.stringify(presentVerification(app.opener, one, facts))}`;
      start = ',\n';
    }
    after = page.next;
  } while (after !== null);
  yield start === '[\n' ? '[]\n' : '\n]\n';
}

export const verificationsPart: BundlePart = {
  path: 'proof.json',
  about: ['The proofs that you gave, what was said about them, and your appeals.'],
  files: async ({ app, owner }) => [{ path: 'proof.json', pieces: () => verificationItems(app, owner) }],
};
