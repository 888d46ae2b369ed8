import Handlebars from 'handlebars';
import * as calls from '../../contracts/calls/docs.ts';
import { REFUSALS } from '../../contracts/refusals.ts';
import { required } from '../../domain/kernel/records.ts';
import { refusalsOf } from '../describe-call.ts';
import { contentTag } from '../kernel/headers.ts';
import { type Route, route } from '../kernel/route.ts';
import { describeRoutes } from '../openapi.ts';

/** Only the fields that the page shows. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly $ref?: string;
  readonly maxLength?: number;
  readonly description?: string;
}
interface Media {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly description?: string;
}
interface Operation {
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
    readonly description?: string;
  }[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
}
export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

function typeWords(schema: Schema | undefined): string {
  if (!schema) return '';
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeWords))].join(' | ');
  if (schema.type === 'array') return `list of ${typeWords(schema.items) || 'anything'}`;
  return [schema.type ?? ''].flat().join(' | ');
}

const fieldsOf = (schema: Schema | undefined) =>
  Object.entries((schema?.type === 'array' ? schema.items : schema)?.properties ?? {}).map(([name, inner]) => ({
    name,
    type: typeWords(inner),
    required: schema?.required?.includes(name) ?? false,
  }));

/** Undefined for plain JSON. */
const bodyNote = (media: Media | undefined): string | undefined => {
  const types = Object.keys(media?.content ?? {}).filter((type) => type !== 'application/json' || media?.description !== undefined);
  return types.length > 0 ? `${types.join(' or ')}. ${media?.description ?? ''}` : undefined;
};
const anyOf = (media: Media | undefined): Schema | undefined => Object.values(media?.content ?? {})[0]?.schema;
const jsonOf = (media: Media | undefined): Schema | undefined => media?.content?.['application/json']?.schema;

function callOf(route: Route, operation: Operation) {
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  return {
    id: `${route.method}${route.path}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
    method: route.method,
    path: route.path,
    summary: route.summary,
    description: operation.description,
    open: route.access === 'anyone',
    parameters: (operation.parameters ?? []).map((one) => ({ ...one, type: typeWords(one.schema) })),
    sentAs: bodyNote(operation.requestBody),
    body: fieldsOf(anyOf(operation.requestBody)),
    answers: answers.map(([status, answer]) => ({
      status,
      description: answer.description,
      list: jsonOf(answer)?.type === 'array',
      fields: fieldsOf(jsonOf(answer)),
    })),
    refusals: refusalsOf(route).map((code) => ({ code, status: REFUSALS[code].status })),
  };
}

const template = Handlebars.compile(
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vouch: the calls</title>
<style>
:root{color-scheme:light dark;--ink:light-dark(#1d1c1a,#ecebe6);--paper:light-dark(#fbfaf7,#171614);--quiet:light-dark(#63605a,#a5a199);--line:light-dark(#dedad1,#35322d)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem 4rem;font:1rem/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1,h2{line-height:1.2;text-wrap:balance}h2{margin-top:3rem;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin-bottom:.25rem}
code,th,.path{font-family:ui-monospace,monospace;font-size:.9em}.path{overflow-wrap:anywhere}
nav ul,.refusals{list-style:none;padding:0}.refusals{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
details{border-bottom:1px solid var(--line)}summary{padding:.6rem 0;cursor:pointer}summary .method{display:inline-block;min-width:4.5rem;font-weight:650}
.quiet{color:var(--quiet)}.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}
a{color:inherit}a:focus-visible,summary:focus-visible{outline:2px solid;outline-offset:2px}
</style>
</head>
<body>
<main>
<h1>The calls of Vouch</h1>
<p>Made from the same schemas that check every request. For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p>Sign in with a cookie, or send <code>Authorization: Bearer</code> with an <code>access_token</code>. Every POST takes an <code>Idempotency-Key</code>.
What was refused says why in <code>application/problem+json</code>: <code>type, title, status, code, detail, message, errors</code>.</p>
<nav aria-label="Sections"><ul>{{#each sections}}<li><a href="#{{id}}">{{tag}}</a></li>{{/each}}<li><a href="#refusals">Refusals</a></li></ul></nav>
{{#each sections}}
<section aria-labelledby="{{id}}">
<h2 id="{{id}}">{{tag}}</h2>
{{#each calls}}
<details id="{{id}}">
<summary><span class="method">{{method}}</span> <span class="path">{{path}}</span> <span class="quiet">{{summary}}</span></summary>
{{#if description}}<p>{{description}}</p>{{/if}}
{{#if open}}<p class="quiet">Open to anyone.</p>{{/if}}
{{#if parameters}}<h3>Parameters</h3><div class="scroll" tabindex="0" role="group" aria-label="Parameters"><table>{{#each parameters}}<tr><th scope="row">{{name}}</th><td>{{in}}{{#if required}}, required{{/if}}</td><td>{{type}}</td><td>{{description}}</td></tr>{{/each}}</table></div>{{/if}}
{{#if sentAs}}<h3>Body</h3><p>{{sentAs}}</p>{{else if body}}<h3>Body</h3>{{/if}}
{{#if body}}<div class="scroll" tabindex="0" role="group" aria-label="Body"><table>{{#each body}}<tr><th scope="row">{{name}}</th><td>{{#if required}}required{{else}}optional{{/if}}</td><td>{{type}}</td></tr>{{/each}}</table></div>{{/if}}
{{#each answers}}<h3>{{status}}{{#if list}}, a list{{/if}}</h3><p>{{description}}</p>
{{#if fields}}<div class="scroll" tabindex="0" role="group" aria-label="Fields of the answer"><table>{{#each fields}}<tr><th scope="row">{{name}}</th><td>{{type}}</td></tr>{{/each}}</table></div>{{/if}}{{/each}}
<h3>Refusals</h3><ul class="refusals">{{#each refusals}}<li>{{status}} <a href="#{{code}}"><code>{{code}}</code></a></li>{{/each}}</ul>
</details>
{{/each}}
</section>
{{/each}}
<section aria-labelledby="refusals">
<h2 id="refusals">Refusals</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="refusals"><table>{{#each refusals}}<tr id="{{code}}"><th scope="row">{{code}}</th><td>{{status}}</td><td>{{meaning}}</td></tr>{{/each}}</table></div>
</section>
</main>
</body>
</html>
`,
  { strict: false },
);

/** The page needs no other file and no script. */
export function renderDocs(routes: readonly Route[], document: Described): string {
  const sections = [...Map.groupBy(routes, (one) => one.tag)].map(([tag, calls]) => ({
    tag,
    id: `section-${tag.toLowerCase()}`,
    calls: calls.map((one) =>
      callOf(one, required(document.paths[one.path]?.[one.method.toLowerCase()], `description of ${one.method} ${one.path}`)),
    ),
  }));
  return template({ sections, refusals: Object.entries(REFUSALS).map(([code, rest]) => ({ code, ...rest })) });
}

/** The page contains its own style, and fetches and runs nothing. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Both describe these two routes as well, and are built on first use. */
export function docsRoutes(others: () => readonly Route[], secure: boolean): readonly Route[] {
  let made: ReturnType<typeof make> | undefined;
  const make = () => {
    const routes = others();
    const described = describeRoutes(routes, secure);
    // `Described` is the part of the OpenAPI types that the page shows, with the references that `describeRoutes` makes.
    const [json, page] = [JSON.stringify(described), renderDocs(routes, described as Described)];
    return { json, page, tags: { json: contentTag(json), page: contentTag(page) } };
  };
  const documents = () => {
    made ??= make();
    return made;
  };
  return [
    route(calls.readOpenApi, {
      handle: async () => ({ status: 200, headers: { ETag: documents().tags.json }, body: documents().json }),
    }),
    route(calls.readDocsPage, {
      handle: async () => ({
        status: 200,
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': CSP, ETag: documents().tags.page },
        body: documents().page,
      }),
    }),
  ];
}
