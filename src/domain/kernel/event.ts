export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The key of a member that exists only for the compiler. */
declare const HOLDS: unique symbol;

/**
 * A personal object, encrypted under its owner's key. `Texts` is the type of the object, which an opener gives back. The string names
 * its version and the event that sealed it (`v1.<event id>.<base64url>`), so that it can be carried into later events and
 * read models and still be opened. Domain and projections never open it.
 */
export type Sealed<Texts = unknown> = string & { readonly [HOLDS]: Texts };

/** The sealed object that holds the present value of each text of `Texts`; null: there is no value. */
export type SealedFields<Texts> = { readonly [Name in keyof Texts]-?: Sealed<Pick<Texts, Name>> | null };

export type ActorKind = 'user' | 'system' | 'partner' | 'ai' | 'provider';

/** Who acted. `id`: the id of a user or a partner, the model of an AI, the name of a provider; null for the system. */
export interface Actor {
  readonly kind: ActorKind;
  readonly id: string | null;
}

export const SYSTEM: Actor = { kind: 'system', id: null };

/** The shape every event of a catalogue has: a stored name, a version of its shape, structural data. */
export interface EventShape {
  readonly type: string;
  readonly data: JsonObject;
  /** The personal part in clear, as the decider gives it. The store seals it. */
  readonly private?: JsonObject;
}

/**
 * What a decider gives. `at` (RFC 3339, UTC, ms) is when it happened for the owner, where that is not the command's
 * own instant; `by` overrides who acted (a miss that is recorded along with a command is the system's).
 */
export type Decided<E extends EventShape> = E & { readonly at?: string; readonly by?: Actor };

/** Sortable string of 20 digits, zero-padded; ascending over the whole log. */
export type Position = string;
export const START: Position = '0'.repeat(20);

export interface Metadata {
  /** The user whose key seals the personal part and to whose history the event belongs; null: nobody. */
  readonly owner: string | null;
  readonly actor: Actor;
  readonly correlation_id: string;
  readonly causation_id: string | null;
  /** When it happened for the owner, RFC 3339 UTC with milliseconds. */
  readonly at: string;
  /** When it was written. */
  readonly recorded_at: string;
  readonly schema_version: number;
  /** Hash of the event before it in its stream; null for the first. */
  readonly previous_hash: string | null;
  /** SHA-256 (hex) over the RFC 8785 form of the stored event without this field. */
  readonly hash: string;
}

/** The sealed personal part of an event as it comes back from the log: null if the type has none, or this event of it has none. */
export type SealedPart<E extends EventShape> = E extends EventShape
  ? 'private' extends keyof E
    ? Sealed<NonNullable<E['private']>> | (undefined extends E['private'] ? null : never)
    : null
  : never;

/** An event as it comes back from the log: upcast to the newest shape, personal part sealed. */
export interface Recorded<E extends EventShape = EventShape> {
  readonly id: string;
  readonly stream: string;
  /** Zero-based place in its stream. */
  readonly revision: number;
  readonly position: Position;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly private: SealedPart<E>;
  readonly metadata: Metadata;
}

/** Distributes over a union, so that `switch (event.type)` narrows `data`. */
export type RecordedOf<E extends EventShape> = E extends EventShape ? Recorded<E> : never;

/** An event as it is given to the store, with the personal part still in clear. */
export interface NewEvent {
  /** UUID; the same id appended again at the same revision stores nothing new. */
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly private: JsonObject | null;
  readonly metadata: Omit<Metadata, 'previous_hash' | 'hash' | 'recorded_at' | 'schema_version'>;
}
