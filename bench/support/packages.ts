import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeWhole } from '../../tests/support/whole-folder.ts';
import { ROOT } from './folder.ts';

const run = promisify(execFile);
const OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Packages that only a bench needs, and that are no dependencies of the project. */
export interface OwnPackages {
  /** How they are called in an error, with their version. */
  readonly name: string;
  readonly packages: readonly string[];
  readonly options?: readonly string[];
  /** What is to be done in the folder after they were installed. */
  readonly prepare?: (folder: string) => void;
}

/** The folder into which they are installed. */
export const folderOf = ({ name }: Pick<OwnPackages, 'name'>): string =>
  join(ROOT, 'node_modules', '.cache', `vouch-${name.toLowerCase().replaceAll(' ', '-')}`);

/** Installs them once. @throws Error if npm cannot be reached */
export async function needPackages({ name, packages, options = [], prepare }: OwnPackages): Promise<void> {
  try {
    await makeWhole(folderOf({ name }), async (making) => {
      writeFileSync(join(making, 'package.json'), '{"private":true}');
      await run('npm', ['install', ...packages, ...options, ...OPTIONS], { cwd: making });
      prepare?.(making);
    });
  } catch (error) {
    const why = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) || String(error);
    throw new Error(`${name} could not be installed. The first run of this bench needs a connection to npm. ${why}`);
  }
}
