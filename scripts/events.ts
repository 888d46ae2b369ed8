// `npx node scripts/events.ts`: writes docs/events.md anew, from the definitions of the events.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EVENTS } from '../src/domain/catalogue.ts';
import { type AnyEventDefinition, labelAlone, publicNamesOf } from '../src/domain/kernel/define-event.ts';
import type { EventCatalogue } from '../src/domain/kernel/event-catalogue.ts';

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

const HEAD = `# Events

Everything that Vouch keeps is an event. This page lists all of them. It is made from their definitions (\`defineEvent\` in each aggregate's \`events.ts\`) by \`npx node scripts/events.ts\`; a test fails when it is out of date.

The **public name** is what history, audit and webhooks call an event, in their field \`action\`. Public names are part of the interface: new ones come, and none is ever changed, taken away or used for something else. The **stored name** is what the log holds; it never changes either. Events that no history lists are the program's own.

Instants are RFC 3339 in UTC with milliseconds, local dates \`YYYY-MM-DD\`, local times \`HH:MM\`. A sealed text is a personal text that stays encrypted under its owner's key. A field marked *optional* may be left out. The personal part of an event is sealed as a whole.
`;

const schemaOf = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema;

/** A type in words: 'text', 'one of `a`, `b`', 'list of text'. */
function typeOf(schema: Schema): string {
  if (schema.anyOf) {
    const some = schema.anyOf.filter(({ type }) => type !== 'null').map(typeOf);
    const words = [...new Set(some)].join(' or ');
    return schema.anyOf.some(({ type }) => type === 'null') ? `${words}, or null` : words;
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((one) => `\`${one}\``).join(', ');
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'values'}`;
  if (schema.type === 'object' && schema.properties)
    return `object of ${Object.keys(schema.properties)
      .map((name) => `\`${name}\``)
      .join(', ')}`;
  if (schema.type === 'object') return 'object';
  const NAMES: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', number: 'number', boolean: 'true or false' };
  return NAMES[schema.type ?? ''] ?? 'text';
}

/** One row for each field; for an object whose fields are described, one row for each of those too. */
function rowsOf({ properties = {}, required = [] }: Schema, path = ''): readonly string[] {
  const shown = new Map<string, string>();
  return Object.entries(properties).flatMap(([name, field]) => {
    const words = [field.description ?? '', required.includes(name) || path !== '' ? '' : '*optional*']
      .filter((part) => part !== '')
      .join(' ');
    const inner = field.properties && Object.values(field.properties).some(({ description }) => description !== undefined);
    if (!inner) return [`| \`${path}${name}\` | ${typeOf(field)} | ${words} |`];
    const key = JSON.stringify(field.properties);
    const same = shown.get(key);
    shown.set(key, same ?? name);
    if (same) return [`| \`${path}${name}\` | the fields of \`${same}\` | ${words} |`];
    return [`| \`${path}${name}\` | object, any of these | ${words} |`, ...rowsOf(field, `${path}${name}.`)];
  });
}

const table = (rows: readonly string[]): string => ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n');

/** Fields that are described already, under the first event that has them. */
type Known = Map<string, string>;

function fieldsOf(what: string, schema: Schema, name: string, known: Known): string {
  const rows = rowsOf(schema);
  if (rows.length === 0) return `${what}: no fields.`;
  const found = known.get(rows.join('\n'));
  if (found) return `${what}: the fields of \`${found}\`.`;
  known.set(rows.join('\n'), name);
  const base = [...known].find(([told, of]) => of !== name && told.includes('\n') && rows.join('\n').startsWith(`${told}\n`));
  if (!base) return `${what}:\n\n${table(rows)}`;
  return `${what}: the fields of \`${base[1]}\`, and\n\n${table(rows.slice(base[0].split('\n').length))}`;
}

function section(definition: AnyEventDefinition, known: Known): string {
  const { type, version, meaning, since, history, webhook, example } = definition;
  const names = publicNamesOf(definition);
  const facts = [
    `Stored as \`${type}\`, version ${version}`,
    `since ${since}`,
    history === null ? 'in no history' : `in the history under ${history}, as '${labelAlone(definition)}'`,
    webhook ? 'a webhook may carry it' : 'no webhook carries it',
  ];
  const outcomes =
    typeof definition.publicName === 'string'
      ? []
      : [
          `By \`outcome\`: ${Object.entries(definition.publicName)
            .map(([outcome, name]) => `\`${outcome}\` is \`${name}\``)
            .join(', ')}.`,
        ];
  const personal =
    definition.private === null ? [] : [fieldsOf('Personal part', schemaOf(definition.private), `${names[0]} (personal)`, known)];
  const shown = example.private === null ? example.data : { data: example.data, private: example.private };
  return [
    `## ${names.map((name) => `\`${name}\``).join(', ')}`,
    meaning,
    ...outcomes,
    `${facts.join('; ')}.`,
    fieldsOf('Data', schemaOf(definition.data), names[0] as string, known),
    ...personal,
    `Example:\n\n\`\`\`json\n${JSON.stringify(shown, null, 2)}\n\`\`\``,
  ].join('\n\n');
}

/** The text of `docs/events.md`, made from the definitions of all events. */
export function eventsPage(catalogue: EventCatalogue): string {
  const definitions = [...catalogue.values()];
  const known: Known = new Map();
  const list = definitions.flatMap((definition) =>
    publicNamesOf(definition).map(
      (name) => `| \`${name}\` | \`${definition.type}\` | ${definition.history ?? ''} | ${definition.webhook ? 'yes' : ''} |`,
    ),
  );
  const overview = ['| public name | stored name | history | webhook |', '|---|---|---|---|', ...list].join('\n');
  return `${[HEAD.trim(), overview, ...definitions.map((definition) => section(definition, known))].join('\n\n')}\n`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../docs/events.md'), eventsPage(EVENTS));
