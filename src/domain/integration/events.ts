import { z } from 'zod';
import { defineEvent, defineStream, type EventOf } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

export const IntegrationsChanged = defineEvent({
  type: 'IntegrationsChanged',
  startsStream: true,
  publicName: 'integrations.changed',
  label: 'Integrations changed',
  meaning:
    'The owner switched on or off that commits and pull requests that name a task are its proof. It goes off, too, when GitHub is disconnected or another account is connected.',
  since: '0.1.0',
  history: 'account',
  data: z.strictObject({
    github_closes_tasks: z.boolean().describe('Whether they are.'),
    github_account: z.string().nullable().describe('The keyed hash of the account at GitHub whose commits count; null: switched off.'),
    was: z.boolean().describe('Whether they were before.'),
  }),
  example: { data: { github_closes_tasks: true, github_account: '9b1f0c', was: false } },
  detail: ({ data }) =>
    data.github_closes_tasks
      ? 'Commits and pull requests that name a task are its proof.'
      : 'Commits and pull requests that name a task prove nothing.',
  changes: ({ github_closes_tasks, was }) => ({ before: { github_closes_tasks: was }, after: { github_closes_tasks } }),
});

export const INTEGRATION_EVENTS = [IntegrationsChanged] as const;
export type IntegrationEvent = EventOf<(typeof INTEGRATION_EVENTS)[number]>;
export type RecordedIntegrationEvent = RecordedOf<IntegrationEvent>;
export const integrationStream = defineStream('integrations');
