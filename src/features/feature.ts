import type { App } from '../app/app.ts';
import type { AnyEventDefinition } from '../domain/kernel/define-event.ts';
import type { LiveSources } from '../http/routes/live/kinds.ts';
import type { RouteSource } from '../http/routes.ts';
import type { AnyDueKind } from '../jobs/work.ts';
import type { MessageKind } from '../messages/sending/message-kind.ts';
import type { AnyProjection } from '../projections/engine/projection.ts';
import type { Reactor } from '../reactors/engine/reactor.ts';
import type { BundlePart } from '../reports/bundle/part.ts';

/** Everything that one feature adds to the program. Code that no manifest names does not run. */
export interface Feature {
  /** The subject, which is also the name of its rooms. */
  readonly name: string;
  /** Every event type belongs to one feature. */
  readonly events?: readonly AnyEventDefinition[];
  readonly projections?: readonly AnyProjection[];
  readonly dueWork?: readonly AnyDueKind[];
  readonly reactors?: readonly Reactor<App>[];
  readonly routes?: RouteSource;
  /** What clients are told of when its events happen. */
  readonly live?: LiveSources;
  /** Kinds of messages that its use cases request. */
  readonly messages?: readonly MessageKind[];
  /** The parts that it adds to the bundle of an owner's data. */
  readonly bundleParts?: readonly BundlePart[];
}
