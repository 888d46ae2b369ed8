import { keysOf } from '../../app/ledger/signing.ts';
import { leavesOf } from '../../projections/ledger/tree.ts';
import type { BundlePart, BundleRequest } from './part.ts';

/** The head, the public keys, and every leaf, one a line. It is written page by page, because a ledger is long. */
async function* ledgerPieces({ app, owner, head }: Pick<BundleRequest, 'app' | 'owner' | 'head'>): AsyncGenerator<string> {
  yield `{"head":${JSON.stringify(head)},\n"keys":${JSON.stringify(await keysOf(app))},\n"entries":[\n`;
  for await (const page of leavesOf(app.views, owner, head.size)) {
    const lines = page.map(({ index, doc: { event_id: id, hash } }) => JSON.stringify({ id, leaf_index: index, hash }));
    yield `${page[0]?.index === 0 ? '' : ',\n'}${lines.join(',\n')}`;
  }
  yield '\n]}\n';
}

export const ledgerPart: BundlePart = {
  path: 'ledger.json',
  about: [
    'The signed state of your record ("head"), the keys with which this can be checked,',
    'and every event of events.ndjson in the order of the record. Together their hashes',
    'make the root of the head; docs/checking-it-yourself.md of Vouch says how.',
  ],
  files: async (request) => [{ path: 'ledger.json', pieces: () => ledgerPieces(request) }],
};
