import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type ESTree, parseSync, preprocessCSS, resolveConfig, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).toSorted();
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** What a file of the client says about styles: class names by module, and words of `data-part`. */
interface StylesOfFile {
  readonly classes: readonly { readonly module: string; readonly name: string }[];
  /** Uses of a module other than `styles.name`, and class names written as text. */
  readonly unclear: readonly string[];
  readonly parts: readonly string[];
}

function stylesOf(file: string): StylesOfFile {
  const { program } = parseSync(file, read(file));
  const modules = new Map<string, string>();
  const [classes, unclear, parts]: [StylesOfFile['classes'][number][], string[], string[]] = [[], [], []];
  const counted = new Set<ESTree.Node>();
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!source.value.endsWith('.module.css')) return;
      for (const { local } of specifiers) {
        counted.add(local);
        modules.set(local.name, relative(ROOT, join(ROOT, dirname(file), source.value)));
      }
    },
    MemberExpression({ object, property, computed }) {
      const module = object.type === 'Identifier' ? modules.get(object.name) : undefined;
      if (module === undefined || computed || property.type !== 'Identifier') return;
      counted.add(object);
      classes.push({ module, name: property.name });
    },
    Identifier(node) {
      if (modules.has(node.name) && !counted.has(node)) unclear.push(`${file}: ${node.name}`);
    },
    Property({ key, value }) {
      if (key.type !== 'Literal' || key.value !== 'data-part' || value.type !== 'Literal') return;
      parts.push(...String(value.value).split(' '));
    },
    JSXAttribute({ name, value }) {
      if (value?.type !== 'Literal' || typeof value.value !== 'string') return;
      if (name.name === 'className') unclear.push(`${file}: className="${value.value}"`);
      if (name.name === 'data-part') parts.push(...value.value.split(' '));
    },
  }).visit(program);
  return { classes, unclear, parts };
}

const client = filesOf('web/**/*.{ts,tsx}').map(stylesOf);
const sheets = filesOf('web/**/*.css');
const modules = sheets.filter((file) => file.endsWith('.module.css'));

describe('styles of the web client', () => {
  it('are in modules, except for elements, tokens, fonts and the classes of a library', () => {
    const global = sheets.filter((file) => !file.endsWith('.module.css'));
    expect(global.filter((file) => dirname(file) !== 'web/ui/styles')).toEqual([]);
    expect(client.flatMap(({ unclear }) => unclear)).toEqual([]);
  });

  it('declare each class that a component names, and no class that none names', async () => {
    const config = await resolveConfig({ configFile: join(ROOT, 'web/vite.config.ts'), logLevel: 'silent' }, 'build');
    const declared = await Promise.all(
      modules.map(async (file) => {
        const code = read(file);
        const { modules: names = {} } = await preprocessCSS(code, join(ROOT, file), config);
        const animations = new Set([...code.matchAll(/@keyframes (?<name>[\w-]+)/g)].map(({ groups }) => groups?.name));
        return Object.keys(names).flatMap((name) => (animations.has(name) ? [] : `${file} ${name}`));
      }),
    );
    const named = client.flatMap(({ classes }) => classes.map(({ module, name }) => `${module} ${name}`));
    expect([...new Set(named)].toSorted()).toEqual(declared.flat().toSorted());
  });

  it('take colours from the tokens, and write sizes of text and lines in rem', () => {
    const ofItsOwn = modules.flatMap((file) =>
      [...read(file).matchAll(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)\(|(?:font-size|line-height): *[\d.]+px/gi)].map(
        ([text]) => `${file}: ${text}`,
      ),
    );
    expect(ofItsOwn).toEqual([]);
  });

  it('select the parts that components mark with data-part, and no others', () => {
    const code = filesOf('web/**/*.ts{,x}').map(read).join('');
    const selected = [...(code + sheets.map(read).join('')).matchAll(/\[data-part~?=\\?["'](?<part>[\w-]+)/g)];
    const marked = new Set(client.flatMap(({ parts }) => parts));
    expect([...new Set(selected.map(({ groups }) => groups?.part))].toSorted()).toEqual([...marked].toSorted());
  });
});
