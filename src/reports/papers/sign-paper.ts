import type { App } from '../../app/app.ts';
import { currentSigner } from '../../app/ledger/signing.ts';
import type { Head } from '../../contracts/ledger/head.ts';
import { digestWithout, placesIn } from '../../contracts/ledger/papers/place.ts';
import { digestOfFiles, inPlace, type ListedFile, type Statement, statementFileText } from '../../contracts/ledger/papers/statement.ts';

/** What a paper says about itself, besides what is known only when it is signed. */
export interface PaperFacts extends Pick<Statement, 'as_of' | 'from' | 'to' | 'time_zone' | 'since' | 'proof_files'> {
  readonly kind: Exclude<Statement['kind'], 'bundle'>;
  readonly format: 'html' | 'pdf';
}

export interface SigningPorts {
  readonly app: Pick<App, 'signingKeys' | 'clock'>;
  /** The origin under which the program is reached. */
  readonly origin: () => string;
}

type Signed = 'statement' | 'made_at' | 'origin' | 'key_id' | 'public_key' | 'signature';
type Unsigned<S> = S extends Statement ? Omit<S, Signed> : never;

/** Signs what a paper says about itself. @throws StoreUnavailable, StoreFull */
async function signStatement({ app, origin }: SigningPorts, facts: Unsigned<Statement>): Promise<Statement> {
  const { key, at, sign } = await currentSigner(app);
  const { key_id, public_key } = key;
  const unsigned = { statement: 1, ...facts, made_at: at, origin: origin(), key_id, public_key } as const;
  return { ...unsigned, signature: sign(unsigned) };
}

/** A bundle is about the whole account, as it is now. */
const BUNDLE = { kind: 'bundle', format: 'zip', as_of: null, from: null, to: null, since: null } as const;

/** The content of `statement.json` of a bundle with these files. @throws StoreUnavailable, StoreFull */
export async function signBundle(
  ports: SigningPorts,
  about: Pick<Statement, 'head' | 'time_zone'>,
  listed: readonly ListedFile[],
): Promise<string> {
  const files = [...listed];
  return statementFileText(await signStatement(ports, { ...BUNDLE, ...about, proof_files: [], files, digest: digestOfFiles(files) }));
}

/**
 * Puts a signed statement into the empty place that a page or a PDF has for it, and returns these bytes.
 * @throws StoreUnavailable, StoreFull
 */
export async function signPaper(ports: SigningPorts, head: Head, facts: PaperFacts, bytes: Buffer): Promise<Buffer> {
  const [place, ...more] = placesIn(bytes, facts.format);
  if (place === undefined || more.length > 0) throw new Error('A paper needs exactly one place for its statement.');
  // The kinds of papers agree with their formats by how they are made.
  const signed = { ...facts, head, digest: digestWithout(bytes, place) } as Unsigned<Statement>;
  bytes.set(inPlace(await signStatement(ports, signed)), place.start);
  return bytes;
}
