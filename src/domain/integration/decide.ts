import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import { INTEGRATION_EVENTS, type IntegrationEvent, type RecordedIntegrationEvent } from './events.ts';

export interface IntegrationState {
  readonly github_closes_tasks: boolean;
  readonly github_account: string | null;
  /** The revision of the last change; 0: none. */
  readonly version: number;
}

interface ChangeIntegrations {
  readonly type: 'Change';
  readonly github_closes_tasks: boolean;
  /** The keyed hash of the connected account; null: none is connected. */
  readonly github_account: string | null;
  readonly if_match: number | null;
}

/** The owner connected another account, or none. What the owner allowed for the old account does not apply to the new one. */
interface FollowAccount {
  readonly type: 'FollowAccount';
  readonly github_account: string | null;
}

export type IntegrationCommand = ChangeIntegrations | FollowAccount;

const initial: IntegrationState = { github_closes_tasks: false, github_account: null, version: 0 };

/** Revisions begin at 0, but version 0 means that nobody has changed anything. */
const evolve = (_state: IntegrationState, { data, revision }: RecordedIntegrationEvent): IntegrationState => ({
  github_closes_tasks: data.github_closes_tasks,
  github_account: data.github_account,
  version: revision + 1,
});

function decide(command: IntegrationCommand, state: IntegrationState): readonly Decided<IntegrationEvent>[] {
  if (command.type === 'FollowAccount') {
    if (!state.github_closes_tasks || state.github_account === command.github_account) return [];
    return [{ type: 'IntegrationsChanged', data: { github_closes_tasks: false, github_account: null, was: true } }];
  }
  if (command.if_match !== null && command.if_match !== state.version)
    throw new RuleViolation('precondition_failed', 'These settings have changed since you read them. Read them again.');
  const { github_closes_tasks } = command;
  if (github_closes_tasks && command.github_account === null)
    throw new RuleViolation('conflict', 'Connect GitHub first: only commits of your own account count.');
  const github_account = github_closes_tasks ? command.github_account : null;
  if (github_closes_tasks === state.github_closes_tasks && github_account === state.github_account) return [];
  return [{ type: 'IntegrationsChanged', data: { github_closes_tasks, github_account, was: state.github_closes_tasks } }];
}

export const integrationDecider: Decider<IntegrationState, IntegrationCommand, IntegrationEvent> = {
  events: INTEGRATION_EVENTS,
  initial,
  evolve,
  decide,
};
