import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The statement that imports the export `name` as `local` directly. */
type Direct = (name: string, local: string) => string;

const placeOf = (name: string): string => fileURLToPath(import.meta.resolve(name));

/** `import * as Tabs from '@radix-ui/react-tabs'`, as the index of the package has it. */
function radixParts(): Direct {
  const index = readFileSync(placeOf('radix-ui'), 'utf8');
  const parts = new Map([...index.matchAll(/^import \* as (\w+) from "([^"]+)"/gm)].map(([, name = '', part = '']) => [name, part]));
  return (name, local) => `import * as ${local} from '${known(parts, name)}';`;
}

/** Each icon is the default export of a file. The index of the package names the file, under several names. */
function lucideIcons(): Direct {
  const index = join(dirname(placeOf('lucide-react')), '../esm/lucide-react.mjs');
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(index, 'utf8').matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(dirname(index), file));
  }
  return (name, local) => `import ${local} from ${JSON.stringify(known(files, name))};`;
}

function known(places: ReadonlyMap<string, string>, name: string): string {
  const place = places.get(name);
  if (place === undefined) throw new Error(`There is no ${name} in the package.`);
  return place;
}

const IMPORT = /import \{([^}]*)\} from '(radix-ui|lucide-react)';/g;

/**
 * Imports parts of these packages from their own files. Through the index of a package every module seems to need all of it, and
 * then every icon and every part belongs to the script that all screens share.
 */
export function directImports(): Plugin {
  const packages: Record<string, Direct> = { 'radix-ui': radixParts(), 'lucide-react': lucideIcons() };
  return {
    name: 'direct-imports',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (id.includes('/node_modules/') || !/\.tsx?$/.test(id)) return null;
      const direct = code.replace(IMPORT, (_, names: string, from: string) =>
        names
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== '' && !one.startsWith('type '))
          .map((one) => {
            const [name = '', local = name] = one.split(' as ');
            return packages[from]?.(name, local);
          })
          .join(' '),
      );
      return direct === code ? null : { code: direct, map: null };
    },
  };
}
