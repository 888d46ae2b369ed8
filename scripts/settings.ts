// `npm run settings`: writes the table of settings and the list of secrets in README.md anew, from src/config.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECTIONS } from '../src/config/sections.ts';
import type { Section, Service, Variable } from '../src/config/variable.ts';

const BEGIN = '<!-- Written by `npm run settings` from src/config. -->';
const END = '<!-- The end of what `npm run settings` writes. -->';

/** What production asks of a variable, in words. */
function production(name: string, { production: rule = {} }: Variable, service: Service | undefined): string {
  const needed = service?.needed ?? [];
  const allowed = rule.unlessAllowedBy === undefined ? '' : ` or \`${rule.unlessAllowedBy}\` is \`1\``;
  const words = [
    ...(rule.missing === undefined ? [] : ['required']),
    ...(needed.includes(name) ? ['required, or switched off'] : []),
    ...(service?.inProduction?.includes(name) ? [`required with \`${needed[0]}\``] : []),
    ...(rule.unencrypted === undefined ? [] : [`https unless it is on this machine${allowed}`]),
    ...(rule.set === undefined ? [] : ['not allowed']),
  ];
  return words.length === 0 ? '' : `. Production: ${words.join(', and ')}`;
}

/** The other variables without which this one is refused. */
function together(name: string, service: Service | undefined): string {
  const others = service?.needed.includes(name) ? service.needed.filter((one) => one !== name) : [];
  return others.length === 0 ? '' : `. Set it together with ${others.map((one) => `\`${one}\``).join(' and ')}`;
}

function withoutIt(name: string, { unset, schema }: Variable, service: Service | undefined): string {
  const parsed = schema.safeParse(undefined);
  const text = unset ?? (service?.needed.includes(name) ? service.standIn : null);
  if (text !== null) return text;
  if (!parsed.success || parsed.data === undefined) throw new Error(`src/config does not say what holds without ${name}.`);
  return `\`${parsed.data}\``;
}

const rowsOf = ({ variables, service }: Section): readonly string[] =>
  Object.entries(variables).map(
    ([name, variable]) =>
      `| \`${name}\` | ${withoutIt(name, variable, service)} | ${variable.description}${together(name, service)}${production(name, variable, service)} |`,
  );

/** All settings as a table, and below it which of them may be given as files. */
const tableOf = (sections: readonly Section[]): string => {
  const secrets = sections.flatMap(({ variables }) =>
    Object.entries(variables).flatMap(([name, { secret }]) => (secret ? [`\`${name}\``] : [])),
  );
  return `| variable | default | meaning |
|---|---|---|
${sections.flatMap(rowsOf).join('\n')}

An address is on this machine if its host is \`localhost\`, \`127.0.0.1\` or \`[::1]\`.

Variables that may hold a secret (${secrets.join(', ')}) can also be given as a file: \`VOUCH_MASTER_KEY_FILE=/run/secrets/master-key\`.`;
};

/** The page with the settings between its two marks. */
export function withSettings(page: string, sections: readonly Section[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`The page has no section between ${BEGIN} and ${END}.`);
  return `${page.slice(0, begin)}${BEGIN}\n${tableOf(sections)}\n${page.slice(end)}`;
}

const README = join(import.meta.dirname, '../README.md');

if (import.meta.main) writeFileSync(README, withSettings(readFileSync(README, 'utf8'), SECTIONS));
