import type { LiveKind } from '../../../contracts/live.ts';
import type { AnyEventDefinition } from '../../../domain/kernel/define-event.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { keysOf } from '../../../domain/kernel/records.ts';
import type { AnyProjection } from '../../../projections/engine/projection.ts';

type Source = AnyProjection | AnyEventDefinition;

/** For each kind of thing: the read models from which the API answers about it, and events whose effect is read elsewhere. */
export type LiveSources = Readonly<Partial<Record<LiveKind, readonly Source[]>>>;

/** The kinds of things that can be read anew after an event. */
export type KindsOf = (event: Recorded) => ReadonlySet<LiveKind>;

type Test = (event: Recorded) => boolean;

const always: Test = () => true;

/** A read model may take no part in some events of the types that it handles. */
const testsOf = (source: Source): readonly (readonly [type: string, test: Test])[] =>
  'on' in source ? Object.keys(source.on).map((type) => [type, (event) => source.ids(event).length > 0]) : [[source.type, always]];

export function createKindsOf(sources: readonly LiveSources[]): KindsOf {
  const byType = new Map<string, { readonly kind: LiveKind; readonly concerns: Test }[]>();
  for (const one of sources)
    for (const kind of keysOf(one))
      for (const [type, concerns] of (one[kind] ?? []).flatMap(testsOf))
        byType.set(type, [...(byType.get(type) ?? []), { kind, concerns }]);
  return (event) => new Set((byType.get(event.type) ?? []).filter(({ concerns }) => concerns(event)).map(({ kind }) => kind));
}
