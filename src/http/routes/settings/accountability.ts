import { type AccountabilityInput, partnerFaults, saveAccountability } from '../../../app/settings/accountability.ts';
import * as calls from '../../../contracts/calls/settings.ts';
import { readAccountability } from '../../../presenters/settings.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { etag } from '../../kernel/etag.ts';
import { callerOf, type Principal } from '../../kernel/principal.ts';
import { json, type Route, route } from '../../kernel/route.ts';

const FORM = { name: 'partner_name', email: 'partner_email', whatsapp: 'partner_whatsapp' } as const;
const NOBODY = 'Name a partner first: this says what they read.';
const AI = ['ai_email', 'ai_coding', 'ai_system_design', 'ai_general'] as const;

type Input = Readonly<Record<string, unknown>>;

/** The fields of the partner's form that were sent, by their names in a partner's record. */
function givenOf(input: Input): AccountabilityInput['form'] {
  const given = Object.entries(FORM).filter(([, field]) => typeof input[field] === 'string');
  return Object.fromEntries(given.map(([name, field]) => [name, (input[field] as string).trim()]));
}

export function accountabilityRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;
  const current = async ({ principal }: { readonly principal: Principal }) => (await readAccountability(app, principal.owner)).settings;

  return [
    route(calls.readAccountability, {
      async handle({ principal }) {
        const { settings, version } = await readAccountability(app, principal.owner);
        return json(200, settings, { ETag: etag(version) });
      },
    }),
    route(calls.changeAccountability, {
      readOnly: { names: ['partner_status'], current },
      async faults(call, input) {
        const given = givenOf(input);
        if (Object.keys(given).length === 0 && input.partner_detail === undefined) return {};
        const { partner_name: name, partner_email: email, partner_whatsapp: whatsapp, partner_detail } = await current(call);
        const form = { name, email, whatsapp, ...given };
        const isForNobody = Object.values(form).every((text) => text === '') && (input.partner_detail ?? partner_detail) !== partner_detail;
        return isForNobody ? { partner_detail: [NOBODY] } : partnerFaults(app, call.principal.owner, form);
      },
      async handle({ principal, body, ifMatch, correlationId }) {
        const ai = Object.fromEntries(
          AI.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
        ) as AccountabilityInput['ai'];
        const matches = ifMatch && ((version: number) => ifMatch.versionAmong(version) === version);
        const { position } = await saveAccountability(
          app,
          callerOf({ principal, correlationId }),
          { form: givenOf(body), detail: body.partner_detail, ai },
          matches,
        );
        await waitForReadModels(deps, position);
        const { settings, version } = await readAccountability(app, principal.owner);
        return json(200, settings, { ETag: etag(version) });
      },
    }),
  ];
}
