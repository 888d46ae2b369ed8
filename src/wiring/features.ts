import type { App } from '../app/app.ts';
import { catalogueOf, type EventCatalogue, faultOf, upcastersOf } from '../domain/kernel/event-catalogue.ts';
import { FEATURES } from '../features/all.ts';
import { createKindsOf, type KindsOf } from '../http/routes/live/kinds.ts';
import type { RouteSource } from '../http/routes.ts';
import type { AnyDueKind } from '../jobs/work.ts';
import type { MessageKind } from '../messages/sending/message-kind.ts';
import { type AnyProjection, refoldsOf } from '../projections/engine/projection.ts';
import type { Reactor } from '../reactors/engine/reactor.ts';
import type { BundlePart } from '../reports/bundle/part.ts';
import type { StoredEvent } from '../store/event-log/raw-log.ts';
import { upcasting } from '../store/event-log/upcasting.ts';
import { forgettingOwners } from './folding/groups.ts';

/** Every type of event, by its stored name. */
export const EVENTS: EventCatalogue = catalogueOf(...FEATURES.map(({ events = [] }) => events));

/** Every read model. Each removes an owner's data when the account is deleted. */
export const PROJECTIONS: readonly AnyProjection[] = forgettingOwners(FEATURES.flatMap(({ projections = [] }) => projections));

/** Makes the documents that are not stored where the log is at hand. */
export const REFOLDS = refoldsOf(PROJECTIONS);

/** Every kind of due work, in the order in which it is done at the same instant. */
export const DUE_WORK: readonly AnyDueKind[] = FEATURES.flatMap(({ dueWork = [] }) => dueWork).toSorted((a, b) => a.order - b.order);

export const REACTORS: readonly Reactor<App>[] = FEATURES.flatMap(({ reactors = [] }) => reactors);

export const ROUTES: readonly RouteSource[] = FEATURES.flatMap(({ routes }) => routes ?? []);

/** Which kinds of things can be read anew after an event. */
export const KINDS_OF: KindsOf = createKindsOf(FEATURES.map(({ live = {} }) => live));

export const MESSAGES: readonly MessageKind[] = FEATURES.flatMap(({ messages = [] }) => messages);

/** The parts of the bundle of an owner's data, in the order in which its README lists them. */
export const BUNDLE_PARTS: readonly BundlePart[] = FEATURES.flatMap(({ bundleParts = [] }) => bundleParts);

/** The upcasters that bring older versions of events to today's shape. */
export const UPCASTERS = upcastersOf(EVENTS);

/** Says why a stored event, in today's shape, does not match its definition; null if it does. Sealed parts are not opened. */
export function checkEvent(event: StoredEvent): string | null {
  try {
    return faultOf(EVENTS, upcasting(UPCASTERS).read(event), undefined);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
