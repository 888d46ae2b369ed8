export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The key of a property that exists only for TypeScript. */
declare const HOLDS: unique symbol;

/**
 * A personal object, encrypted with its owner's key. `Texts` is the type of the decrypted object. The string contains a
 * version and the id of the event that sealed it (`v1.<event id>.<base64url>`), so later events and read models can carry
 * it and it can still be decrypted. Domain and projections never decrypt it.
 */
export type Sealed<Texts = unknown> = string & { readonly [HOLDS]: Texts };

/** The sealed object that contains the present value of each text of `Texts`; null: there is no value. */
export type SealedFields<Texts> = { readonly [Name in keyof Texts]-?: Sealed<Pick<Texts, Name>> | null };

export type ActorKind = 'user' | 'system' | 'partner' | 'ai' | 'provider';

/** Who acted. `id`: the id of a user or a partner, the model of an AI, the name of a provider; null for the system. */
export interface Actor {
  readonly kind: ActorKind;
  readonly id: string | null;
}

export const SYSTEM: Actor = { kind: 'system', id: null };

/** What every event of a catalogue has: a stored name, a schema version, and data that is not personal. */
export interface EventShape {
  readonly type: string;
  readonly data: JsonObject;
  /** The personal part before encryption, as the decider returns it. The store seals it. */
  readonly private?: JsonObject;
}

/**
 * What a decider returns. `at` (RFC 3339, UTC, ms): when it happened for the owner, if that differs from the command's
 * own instant. `by`: who acted, if it was not the sender of the command. For example, the system is the actor of a miss
 * that is recorded together with a command.
 */
export type Decided<E extends EventShape> = E & { readonly at?: string; readonly by?: Actor };

/** A string of 20 digits, padded with zeros, which can be sorted as text. It increases over the whole log. */
export type Position = string;
export const START: Position = '0'.repeat(20);

export interface Metadata {
  /** The user whose key seals the personal part, and whose history contains the event; null: nobody. */
  readonly owner: string | null;
  readonly actor: Actor;
  readonly correlation_id: string;
  readonly causation_id: string | null;
  /** When it happened for the owner, RFC 3339 UTC with milliseconds. */
  readonly at: string;
  /** When it was written. */
  readonly recorded_at: string;
  readonly schema_version: number;
  /** The hash of the previous event in the stream; null for the first one. */
  readonly previous_hash: string | null;
  /** SHA-256 (hex) of the stored event without this field, in the canonical form of RFC 8785. */
  readonly hash: string;
}

/**
 * The sealed personal part of an event that was read from the log. Null: events of this type have none, or this one has
 * none.
 */
export type SealedPart<E extends EventShape> = E extends EventShape
  ? 'private' extends keyof E
    ? Sealed<NonNullable<E['private']>> | (undefined extends E['private'] ? null : never)
    : null
  : never;

/** An event that was read from the log: converted to the newest schema version, with its personal part still sealed. */
export interface Recorded<E extends EventShape = EventShape> {
  readonly id: string;
  readonly stream: string;
  /** The number of the event in its stream, from 0. */
  readonly revision: number;
  readonly position: Position;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly private: SealedPart<E>;
  readonly metadata: Metadata;
}

/** Distributes over a union, so that `switch (event.type)` narrows the type of `data`. */
export type RecordedOf<E extends EventShape> = E extends EventShape ? Recorded<E> : never;

/** An event that is given to the store, before its personal part is encrypted. */
export interface NewEvent {
  /** A UUID. If the same id is appended again at the same revision, nothing is stored. */
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly private: JsonObject | null;
  readonly metadata: Omit<Metadata, 'previous_hash' | 'hash' | 'recorded_at' | 'schema_version'>;
}
