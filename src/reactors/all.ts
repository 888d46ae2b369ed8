import type { App } from '../app/app.ts';
import { childrenFollowParent } from './children-follow-parent.ts';
import type { Reactor } from './engine/reactor.ts';
import { partnerHearsOfChanges } from './partner-hears-of-changes.ts';
import { vacationSkipsOccurrences } from './vacation-skips-occurrences.ts';

export const REACTORS: readonly Reactor<App>[] = [childrenFollowParent, vacationSkipsOccurrences, partnerHearsOfChanges];
