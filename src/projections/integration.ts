import { IntegrationsChanged } from '../domain/integration/events.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import { everything, type Views } from './engine/views.ts';

export type IntegrationsDoc = {
  readonly owner: string;
  readonly github_closes_tasks: boolean;
  /** The keyed hash of the GitHub account whose commits count; null: none do. */
  readonly github_account: string | null;
  readonly version: number;
};

export const integrations: Projection<IntegrationsDoc> = {
  name: 'integrations',
  version: 1,
  indexes: [{ name: 'github', fields: ['github_account'], sparse: true }],
  ids: ({ metadata }) => (metadata.owner === null ? [] : [metadata.owner]),
  on: folds(
    on(IntegrationsChanged, (_doc: IntegrationsDoc | null, { data, revision }, owner): IntegrationsDoc => {
      const { github_closes_tasks, github_account } = data;
      return { owner, github_closes_tasks, github_account, version: revision + 1 };
    }),
  ),
};

const UNCHANGED = { github_closes_tasks: false, github_account: null, version: 0 } as const;

export const integrationsOf = async (views: Views, owner: string): Promise<IntegrationsDoc> =>
  (await views.documents.get<IntegrationsDoc>(views.current(integrations.name), owner))?.doc ?? { owner, ...UNCHANGED };

/** The owners for whom commits of this account count. Several people may have connected the same account. */
export async function ownersOfAccount(views: Views, account: string): Promise<readonly string[]> {
  const query = { index: 'github', equals: [account], order: 'asc' } as const;
  const found = await everything<IntegrationsDoc>(views.documents, views.current(integrations.name), query);
  return found.map(({ id }) => id);
}
