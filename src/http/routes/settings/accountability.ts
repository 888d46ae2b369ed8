import { partnerFaults, saveAccountability } from '../../../app/settings/accountability.ts';
import { type Accountability, accountability, accountabilityBody } from '../../../contracts/settings.ts';
import type { AiPartner } from '../../../domain/account/event-data.ts';
import { type Person, partnerKeyOwner } from '../../../domain/partner/events.ts';
import { partnersOf } from '../../../projections/partner/partners.ts';
import { settingsOf } from '../../../projections/settings/settings.ts';
import { type Deps, seen } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { etag } from '../../kernel/etag.ts';
import { callerOf, type Principal } from '../../kernel/principal.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';

interface Shown {
  readonly settings: Accountability;
  /** Moves whenever the partner or the AI does. */
  readonly version: number;
}

const NOBODY = { name: '', email: '', whatsapp: '' };
const FORM = { name: 'partner_name', email: 'partner_email', whatsapp: 'partner_whatsapp' } as const;
const AI = ['ai_email', 'ai_coding', 'ai_system_design', 'ai_general'] as const;

/** The partner's form and the AI beside them, in one. */
export async function readAccountability({ app }: Pick<Deps, 'app'>, owner: string): Promise<Shown> {
  const [found, records] = await Promise.all([settingsOf(app.views, owner), partnersOf(app.views, owner)]);
  const version = Math.max(Number(found.ai_at), ...records.map(({ position }) => Number(position)));
  const [newest] = records;
  const partner = newest && newest.doc.status !== 'removed' ? newest : null;
  const opened = partner && (await app.opener.open(partnerKeyOwner(partner.id), partner.doc.person));
  const { name, email, whatsapp } = { ...NOBODY, ...(opened as Person | null) };
  return {
    settings: {
      partner_name: name,
      partner_email: email,
      partner_whatsapp: whatsapp,
      ...found.ai,
      partner_status: partner?.doc.status ?? null,
    },
    version,
  };
}

type Input = Readonly<Record<string, unknown>>;

/** The fields of the partner's form that are given, by their names in a partner's record. */
function givenOf(input: Input): Partial<Person> {
  const given = Object.entries(FORM).filter(([, field]) => typeof input[field] === 'string');
  return Object.fromEntries(given.map(([name, field]) => [name, (input[field] as string).trim()]));
}

export function accountabilityRoutes(deps: Deps): readonly AnyRoute[] {
  const { app } = deps;
  const common = { path: '/api/settings/accountability', tag: 'Settings', access: 'user' } as const;
  const one = { description: 'The partner and the AI beside them', schema: accountability, etag: true } as const;
  const current = async ({ principal }: { readonly principal: Principal }) => (await readAccountability(deps, principal.owner)).settings;

  return [
    route({
      ...common,
      method: 'GET',
      scopes: ['settings:read'],
      summary: 'Settings: the accountability partner, and what the AI reviews beside them',
      replies: { 200: one },
      async handle({ principal }) {
        const { settings, version } = await readAccountability(deps, principal.owner);
        return json(200, settings, { ETag: etag(version) });
      },
    }),
    route({
      ...common,
      method: 'PUT',
      scopes: ['settings:write'],
      summary: 'Change the accountability partner, and what the AI reviews',
      description: 'Fields left out stay as they are. All three of the partner empty means no partner. A new address is invited.',
      body: jsonBody(accountabilityBody),
      readOnly: { names: ['partner_status'], current },
      async faults(call, input) {
        const given = givenOf(input);
        if (Object.keys(given).length === 0) return {};
        const { partner_name: name, partner_email: email, partner_whatsapp: whatsapp } = await current(call);
        return partnerFaults(app, call.principal.owner, { name, email, whatsapp, ...given });
      },
      replies: { 200: { ...one, description: 'The settings as they now are' } },
      refusals: ['precondition_failed', 'conflict'],
      async handle({ principal, body, ifMatch, correlationId }) {
        const ai = Object.fromEntries(AI.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]))) as Partial<AiPartner>;
        const matches = ifMatch && ((version: number) => ifMatch.versionAmong(version) === version);
        const { position } = await saveAccountability(app, callerOf({ principal, correlationId }), { form: givenOf(body), ai }, matches);
        await seen(deps, position);
        const { settings, version } = await readAccountability(deps, principal.owner);
        return json(200, settings, { ETag: etag(version) });
      },
    }),
  ];
}
