import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NoPython, pythonWith } from '../servers/python.ts';
import { addSummaryLine } from '../servers/shared.ts';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
/** What Python has compiled, so that the next run need not do it again. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/vouch-schemathesis-compiled');
/** Its tables of all characters, which take seconds to make, and which it would look for in the folder of each run. */
const CHARACTERS = join(import.meta.dirname, '../../node_modules/.cache/vouch-hypothesis');
/** The default seed, so that the requests are the same each time and no test depends on chance. */
const SEED = Number(process.env.VOUCH_FUZZ_SEED ?? 12);

/** Values that a parameter (`path.id`) or a field of the body (`body.token`) of some operations takes often. */
export interface Likely {
  /** Of the operations' names, as `GET /api/tasks/{id}`. */
  readonly names: RegExp;
  readonly at: string;
  readonly values: readonly (string | number)[];
  /** How often, from 0 to 1. Else anything that the document allows. */
  readonly often: number;
}

export interface Driven {
  /** In OpenAPI 3.1. */
  readonly document: { readonly paths: Readonly<Record<string, object>> };
  readonly url: string;
  /** Of the signed-in user; null: nobody is signed in. */
  readonly cookie: string | null;
  /** The cookies that an operation (`POST /api/auth/signout`) may use up. */
  readonly own?: Readonly<Record<string, readonly string[]>>;
  /** Files of the signed-in user that can be given as proof. */
  readonly files?: readonly string[];
  readonly likely: readonly Likely[];
  /** How many requests of each operation, at random. */
  readonly examples: number;
  /** Whether each bound, each missing field and each unknown method is tried, too. */
  readonly bounds: boolean;
}

export interface Outcome {
  /** The failures that schemathesis reports, in its own words; empty: none. */
  readonly found: string;
  /** How many answers each operation (`GET /api/tasks`) gave, by their status. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
  'negative_data_rejection',
  ...(process.env.VOUCH_FUZZ_CHECKS?.split(',') ?? []),
];

/** Path of a Python that has schemathesis; null: it is not available here, and the summary says so. */
export async function findSchemathesis(): Promise<string | null> {
  const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 8);
  const wanted = { product: 'schemathesis', name: `schemathesis-${version}`, packages: ['-r', REQUIREMENTS], minors: [11, 15] } as const;
  try {
    return await pythonWith(wanted);
  } catch (error) {
    if (!(error instanceof NoPython)) throw error;
    addSummaryLine(`OpenAPI: the calls are not driven from their document. ${error.message}`);
    return null;
  }
}

/** Calls every operation of a document, and checks each answer against it. */
export async function drive(python: string, driven: Driven): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-fuzz-'));
  const at = (name: string): string => join(folder, name);
  const { url, cookie, own = {}, files = [] } = driven;
  writeFileSync(at('given.json'), JSON.stringify({ url, cookie, own, files, counts: at('counts.json') }));
  writeFileSync(at('openapi.json'), JSON.stringify(driven.document));
  writeFileSync(at('schemathesis.toml'), configOf(driven));
  const args = ['-m', 'schemathesis.cli', '--no-color', '--config-file', at('schemathesis.toml'), 'run', at('openapi.json'), '--url', url];
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    PYTHONPYCACHEPREFIX: COMPILED,
    HYPOTHESIS_STORAGE_DIRECTORY: CHARACTERS,
    PYTHONPATH: import.meta.dirname,
    VOUCH_FUZZ: at('given.json'),
  };
  try {
    const { failed, output } = await new Promise<{ failed: boolean; output: string }>((resolve) => {
      execFile(python, args, { cwd: folder, env, maxBuffer: 64 * 1_048_576 }, (error, stdout, stderr) =>
        resolve({ failed: error !== null, output: `${stdout}${stderr}` }),
      );
    });
    if (process.env.VOUCH_FUZZ_SHOWN) process.stderr.write(output);
    return { found: failed ? output : '', counts: failed ? {} : JSON.parse(readFileSync(at('counts.json'), 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names of all operations, as `GET /api/tasks/{id}`. */
export const operationsOf = ({ paths }: Driven['document']): readonly string[] =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));

const text = (value: unknown): string => JSON.stringify(value);

/** The configuration, in TOML. Texts and lists of JSON are those of TOML, too. */
function configOf({ document, likely, examples, bounds }: Driven): string {
  const general = [
    `seed = ${SEED}`,
    'hooks = "hooks"',
    'warnings = false',
    'continue-on-failure = true',
    'max-redirects = 0',
    'request-timeout = 30.0',
    '[cache]',
    'enabled = false',
    '[generation]',
    `max-examples = ${examples}`,
    'database = "none"',
    'with-security-parameters = false',
    // It would fail: an account has to be confirmed by a mail.
    '[auth]',
    'auto-signup = false',
    '[phases]',
    'stateful.enabled = false',
    `coverage.enabled = ${bounds}`,
    '[checks]',
    'enabled = false',
    ...CHECKS.map((check) => `${check}.enabled = true`),
    `negative_data_rejection.expected-statuses = ${text(REFUSES)}`,
  ];
  const dictionaries = likely.flatMap(({ values }, index) => [`[dictionaries.d${index}]`, `values = ${text(values)}`]);
  return [...general, ...dictionaries, ...operationsOf(document).flatMap((name) => likelyFor(name, likely)), ''].join('\n');
}

/** The statuses with which bad input may be refused. Random input may also be too large. */
const REFUSES = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, '5xx'];
/** There a request without the version of tus is refused with 412, whatever else is wrong. */
const OF_TUS = / \/api\/files\/uploads/;
const REFUSES_AS_TUS = [...REFUSES, 412];
/** Its sizes are required, and the dictionary gives them to requests that were to lack them, too. */
const FILLED_IN = ' /api/ledger/consistency';

function likelyFor(name: string, likely: readonly Likely[]): readonly string[] {
  const parameters = likely.flatMap(({ names, at, often }, index) =>
    names.test(name) ? [`${text(at)} = { dictionary = "d${index}", probability = ${often.toFixed(2)} }`] : [],
  );
  const settings = [
    ...(parameters.length > 0 ? [`parameters = { ${parameters.join(', ')} }`] : []),
    ...(name.endsWith(FILLED_IN) ? [`checks.negative_data_rejection.expected-statuses = ${text([...REFUSES, 200])}`] : []),
    ...(OF_TUS.test(name) ? [`checks.negative_data_rejection.expected-statuses = ${text(REFUSES_AS_TUS)}`] : []),
  ];
  return settings.length === 0 ? [] : ['[[operations]]', `include-name = ${text(name)}`, ...settings];
}
