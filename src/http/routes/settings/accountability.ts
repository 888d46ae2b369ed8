import { userCaller } from '../../../app/caller.ts';
import { partnerFaults, saveAccountability } from '../../../app/settings.ts';
import type { AiPartner } from '../../../domain/account/events.ts';
import { RuleViolation } from '../../../domain/kernel/decider.ts';
import { type Person, partnerKeyOwner } from '../../../domain/partner/events.ts';
import { partnersOf } from '../../../projections/partners.ts';
import { settingsOf } from '../../../projections/settings.ts';
import { type Accountability, accountability, accountabilityBody } from '../../contracts/settings.ts';
import { type Deps, seen } from '../../deps.ts';
import { etag } from '../../kernel/etag.ts';
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

/** The form with what is given in place of what is there; null: none of it is given. */
function formOf(input: Readonly<Record<string, unknown>>, now: Accountability): Person | null {
  if (Object.values(FORM).every((field) => input[field] === undefined)) return null;
  const text = (field: (typeof FORM)[keyof typeof FORM]): string => (typeof input[field] === 'string' ? input[field].trim() : now[field]);
  return { name: text(FORM.name), email: text(FORM.email), whatsapp: text(FORM.whatsapp) };
}

export function accountabilityRoutes(deps: Deps): readonly AnyRoute[] {
  const { app } = deps;
  const common = { path: '/api/settings/accountability', tag: 'Settings', access: 'user' } as const;
  const one = { description: 'The partner and the AI beside them', schema: accountability, etag: true } as const;
  const current = async ({ userId }: { readonly userId: string }) => (await readAccountability(deps, userId)).settings;

  return [
    route({
      ...common,
      method: 'GET',
      summary: 'Settings: the accountability partner, and what the AI reviews beside them',
      replies: { 200: one },
      async handle({ userId }) {
        const { settings, version } = await readAccountability(deps, userId);
        return json(200, settings, { ETag: etag(version) });
      },
    }),
    route({
      ...common,
      method: 'PUT',
      summary: 'Change the accountability partner, and what the AI reviews',
      description: 'Fields left out stay as they are. All three of the partner empty means no partner. A new address is invited.',
      body: accountabilityBody,
      readOnly: { names: ['partner_status'], current },
      async faults(call, input) {
        const form = formOf(input, await current(call));
        return form === null ? {} : partnerFaults(app, call.userId, form);
      },
      replies: { 200: { ...one, description: 'The settings as they now are' } },
      refusals: ['precondition_failed', 'conflict'],
      async handle({ userId, body, ifMatch, correlationId }) {
        const before = await readAccountability(deps, userId);
        if (ifMatch && ifMatch.versionAmong(before.version) !== before.version)
          throw new RuleViolation('precondition_failed', 'These settings have changed since you read them. Read them again.');
        const ai = Object.fromEntries(AI.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]))) as Partial<AiPartner>;
        const { position } = await saveAccountability(app, userCaller(userId, correlationId), formOf(body, before.settings), ai);
        await seen(deps, position);
        const { settings, version } = await readAccountability(deps, userId);
        return json(200, settings, { ETag: etag(version) });
      },
    }),
  ];
}
