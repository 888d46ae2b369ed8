import { AccountDeleted } from '../../domain/account/events.ts';
import { READ_MODEL_GROUPS, type ReadModelGroup } from '../../features/read-models.ts';
import { type AnyProjection, refoldsOf } from '../../projections/engine/projection.ts';

/** The read models with what all of them have in common: each removes an owner's data when the account is deleted. */
export const forgettingOwners = (projections: readonly AnyProjection[]): readonly AnyProjection[] =>
  projections.map((projection) => ({ ...projection, forgetsOn: AccountDeleted.type }));

export interface FoldedGroup extends ReadModelGroup {
  /** The name of their file in the data folder. */
  readonly file: string;
}

/** The groups as the program folds them on files. */
export const GROUPS: readonly FoldedGroup[] = READ_MODEL_GROUPS.map(({ name, projections }) => ({
  name,
  file: `views-${name}.db`,
  projections: forgettingOwners(projections),
}));

/** Makes the documents that are not stored where the log is at hand. */
export const GROUPED_REFOLDS = refoldsOf(GROUPS.flatMap(({ projections }) => projections));

/** The files of the read models, as `openSqliteStores` needs them. */
export const VIEWS_FILES = GROUPS.map(({ file, projections }) => ({ file, readModels: projections.map(({ name }) => name) }));
