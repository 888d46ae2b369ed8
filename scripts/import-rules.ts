// `npm run import-rules`: writes biome-imports.jsonc anew, from the table of what each room may import.
import { writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { DRIVERS, IMPORT_RULES, type ImportRule } from './import-rules-table.ts';

// The linter compares an import as it is written ('../../ports/clock.ts'), so each depth of folders needs patterns of its own.
// Files that are deeper than the last level are treated as if they were on it, which refuses more and never less.
const LEVELS = ['', '/*', '/*/*'];

const isFile = (path: string): boolean => /\.tsx?$/.test(path);
const listOf = <T>(value: readonly T[] | string): readonly T[] => (typeof value === 'string' ? [] : value);

/** How a file in the folder writes what it imports from there. */
function written(folder: string, path: string): string {
  const relative = posix.relative(folder, isFile(path) ? path : `${path}/**`);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** Of several patterns that match an import, the last one decides; an exclamation mark allows it. */
function refusedPaths(folder: string, room: string, { may, packages }: ImportRule): readonly string[] {
  const outside = written(folder, dirname(room));
  const allowed = [...listOf(may).map((path) => written(folder, path)), ...listOf(packages)].map((one) => `!${one}`);
  return [
    ...(typeof packages === 'string' ? [] : ['**', '!./**', '!../**']),
    outside,
    ...(outside === './**' ? ['../**'] : []),
    ...allowed,
  ];
}

const messageOf = ({ may, packages }: ImportRule): string =>
  `This file may import ${['its own room', ...listOf(may), ...listOf(packages)].join(', ')}; see scripts/import-rules-table.ts.`;

function overrideOf(pattern: string, room: string, rule: ImportRule): object {
  const patterns = [
    ...(rule.may === 'everything' ? [] : [{ group: refusedPaths(dirname(pattern), room, rule), message: messageOf(rule) }]),
    ...(rule.packages === 'no drivers' ? [{ group: DRIVERS, message: 'Drivers live in src/store only; use the port.' }] : []),
  ];
  return {
    includes: [pattern],
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
  };
}

const overridesOf = (rule: ImportRule): readonly object[] =>
  rule.files.flatMap((files) => {
    const patterns = isFile(files) ? [files] : LEVELS.map((level) => `${files}${level}/**`);
    return patterns.map((pattern) => overrideOf(pattern, rule.within ?? files, rule));
  });

/** The linter's configuration for the rules, as the text of biome-imports.jsonc: a line for each override. */
export function importRulesConfig(rules: readonly ImportRule[]): string {
  const lines = rules.flatMap(overridesOf).map((override) => `    ${JSON.stringify(override)}`);
  return `// Written by \`npm run import-rules\` from scripts/import-rules-table.ts.\n{\n  "overrides": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../biome-imports.jsonc'), importRulesConfig(IMPORT_RULES));
