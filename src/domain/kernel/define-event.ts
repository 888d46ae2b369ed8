import { z } from 'zod';
import type { EventShape, JsonObject, Recorded, RecordedOf, Sealed, SealedPart } from './event.ts';

/** The kinds of entry into which a person's history can be narrowed. */
export const HISTORY_TYPES = ['tasks', 'verifications', 'alerts', 'streaks', 'partner', 'account'] as const;
export type HistoryType = (typeof HISTORY_TYPES)[number];

/** One step from a version of an event's data to the next. Pure; gives a new object. */
export type Upcaster = (data: JsonObject) => JsonObject;

/** Sealed objects by the names of the fields that they hold; null: the field has no value. */
export type SealedByField = Readonly<Record<string, Sealed<Readonly<Record<string, unknown>>> | null>>;

/** What an event changed: wire fields as plain values, personal texts as the sealed objects that hold them (null: not set). */
export interface Changes {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly sealedBefore: SealedByField;
  readonly sealedAfter: SealedByField;
}

/** The facts from which the sentence about an event is made. Personal texts of `before` and `after` are opened already. */
export interface EventFacts<Data> {
  /** The data as the history keeps them: without the sealed part of an alert and without what only folds need. */
  readonly data: Data;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * The names under which an event is known outside, for example `task.completed`: lower case, the aggregate first, then
 * what happened in the past tense. Where an event's `outcome` decides what happened, one name for each outcome.
 * Names are part of the public interface: none is ever changed or used again for something else.
 */
export type PublicName = string | Readonly<Record<string, string>>;

/** One type of event, with all that the program knows about it. `E` is the event's TypeScript type. */
export interface EventDefinition<E extends EventShape = EventShape> {
  /** The stored name; it never changes. */
  readonly type: E['type'];
  /** The schema version in which the event is written today: one more than there are upcasters. */
  readonly version: number;
  /** From version 1 on, the step to the version after it. */
  readonly upcasters: readonly Upcaster[];
  /** Schema of the public part. Run by tests and by `vouch verify`; never when an event is appended or read. */
  readonly data: z.ZodType;
  /** Schema of the personal part, in clear. Null: the event has none. An optional schema: it may have none. */
  readonly private: z.ZodType | null;
  readonly publicName: PublicName;
  /** Whether it can be the first event of its stream. */
  readonly startsStream: boolean;
  /**
   * What happened, as the first words of an entry, before the title of what it happened to: 'Completed'. It ends in a
   * colon where the title would otherwise read as its object: 'Taken back:'.
   */
  readonly label: string;
  /** What the event means, in one sentence for `docs/events.md`. */
  readonly meaning: string;
  /** The version of Vouch that was the first to write it. */
  readonly since: string;
  /** Under which kind a person's history lists it. Null: it is no part of a history. */
  readonly history: HistoryType | null;
  /** Whether a webhook may carry it. */
  readonly webhook: boolean;
  readonly example: { readonly data: JsonObject; readonly private: JsonObject | null };
  /** A sentence of what the label does not say yet, or null. */
  detail(facts: EventFacts<E['data']>): string | null;
  /** What the audit shows as before and after; what is left out is empty. */
  changes(data: E['data'], event: { readonly at: string; readonly private: SealedPart<E> }): Partial<Changes>;
  /** Carries the event's type for inference; never set. */
  readonly _event?: E;
}

// biome-ignore lint/suspicious/noExplicitAny: definitions of different events share one list
export type AnyEventDefinition = EventDefinition<any>;

/** The TypeScript type of an event, from its definition. */
export type EventOf<D> = D extends EventDefinition<infer E> ? E : never;

/** The event of a definition as it comes back from the log. */
export type RecordedAs<D> = RecordedOf<EventOf<D>>;

/** The sealed personal part of a definition's events. */
export type SealedOf<D> = SealedPart<EventOf<D>>;

/** The same type with every field and list read-only, however deep. */
export type ReadonlyDeep<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly ReadonlyDeep<Item>[]
    : { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };

/** The TypeScript type of what a schema describes, read-only throughout. */
export type Described<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>;

type ObjectOf<Schema extends z.ZodType> = Described<Schema> extends infer O extends JsonObject ? O : never;

type Shape<Type extends string, Data extends z.ZodType, Private extends z.ZodType | null> =
  Private extends z.ZodOptional<infer Some extends z.ZodType>
    ? { readonly type: Type; readonly data: ObjectOf<Data>; readonly private?: ObjectOf<Some> }
    : Private extends z.ZodType
      ? { readonly type: Type; readonly data: ObjectOf<Data>; readonly private: ObjectOf<Private> }
      : { readonly type: Type; readonly data: ObjectOf<Data> };

/** What an aggregate says about one of its events; see `EventDefinition`. */
export interface EventDeclaration<Type extends string, Data extends z.ZodType, Private extends z.ZodType | null>
  extends Pick<EventDefinition, 'publicName' | 'label' | 'meaning' | 'since' | 'history'> {
  readonly type: Type;
  readonly data: Data;
  readonly private?: Private;
  readonly upcasters?: readonly Upcaster[];
  /** Left out: it may. */
  readonly webhook?: boolean;
  /** Left out: others come before it. */
  readonly startsStream?: boolean;
  readonly example: { readonly data: Described<Data>; readonly private?: Described<NonNullable<Private>> };
  readonly detail?: (facts: EventFacts<Described<Data>>) => string | null;
  readonly changes?: (
    data: Described<Data>,
    event: { readonly at: string; readonly private: SealedPart<Shape<Type, Data, Private>> },
  ) => { readonly [Part in keyof Changes]?: Changes[Part] };
}

/** Declares a type of event, once. Put it into the aggregate's list of events, from which the catalogue is made. */
export function defineEvent<const Type extends string, Data extends z.ZodType, Private extends z.ZodType | null = null>(
  declaration: EventDeclaration<Type, Data, Private>,
): EventDefinition<Shape<Type, Data, Private>> {
  const { upcasters = [], private: personal = null, webhook = true, startsStream = false, detail, changes, example, ...rest } = declaration;
  // The definition knows the event's type, and the declaration its schemas: `Shape` makes one from the other.
  return {
    ...rest,
    version: upcasters.length + 1,
    upcasters,
    private: personal,
    webhook,
    startsStream,
    example: { data: example.data, private: example.private ?? null },
    detail: detail ?? (() => null),
    changes: changes ?? (() => ({})),
  } as EventDefinition<Shape<Type, Data, Private>>;
}

/** Whether an event is of one of these types; it then has the type that its definition gives. */
export const isEvent = <const Definitions extends readonly AnyEventDefinition[]>(
  event: Recorded,
  ...definitions: Definitions
): event is RecordedAs<Definitions[number]> => definitions.some(({ type }) => type === event.type);

/** Every public name of an event, one for most. */
export const publicNamesOf = ({ publicName }: AnyEventDefinition): readonly string[] =>
  typeof publicName === 'string' ? [publicName] : [...new Set(Object.values(publicName))];

/** The public name of an event with this data. */
export function publicNameOf({ publicName, type }: AnyEventDefinition, data: JsonObject): string {
  if (typeof publicName === 'string') return publicName;
  const name = publicName[String(data.outcome)];
  if (name === undefined) throw new Error(`A ${type} with the outcome ${String(data.outcome)} has no public name.`);
  return name;
}

/** The first words of an entry of which no title follows. */
export const labelAlone = ({ label }: AnyEventDefinition): string => label.replace(/:$/, '');

// Schemas of fields that events of several aggregates have. They describe what is stored; what a client may send is
// checked by the wire's own schemas.

/** An id of the program's own. */
export const id = z.string().min(1).describe('An id.');
/** RFC 3339 in UTC with milliseconds. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .describe('An instant.');
/** A date of the owner's calendar, `YYYY-MM-DD`. */
export const localDate = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .describe('A local date.');
/** A time of the owner's day, `HH:MM`. */
export const localTime = z
  .string()
  .regex(/^\d\d:\d\d$/)
  .describe('A local time.');
/** A time zone by its IANA name. */
export const zone = z.string().min(1).describe('A time zone by its IANA name.');
const sealedText: z.ZodType<string> = z.string().startsWith('v1.').describe('A sealed text; the string names its event.');
/** A personal object that an event sealed; the string names the event. */
export const sealed = <Texts>(): z.ZodType<Sealed<Texts>> =>
  // No schema can check what is sealed, so the caller says it.
  sealedText as z.ZodType<Sealed<Texts>>;
/** A sealed object for the examples of events. Its text can stand for any object, because nobody opens it. */
export const SEALED_EXAMPLE = sealed<never>().parse('v1.01936c5e-7d11-7c55-9a10-0f3c6a4c2b01.c2VhbGVk');
export const count = z.int().describe('A whole number.');

/** The streams of one kind. Called with an id it gives the name of a stream, `task-…`; the methods read such names. */
export interface StreamKind {
  (id: string): string;
  /** The id in the name of a stream. Null: it is a stream of another kind. */
  idOf(stream: string): string | null;
  /** The same for the stream of an event that no other kind of stream holds. @throws RangeError if it is of another kind */
  requireId(stream: string): string;
  /** Whether a stream is of this kind. */
  has(stream: string): boolean;
}

/** Defines the streams of an aggregate, once, in its own folder. Stored events are found by the name, so `kind` never changes. */
export function defineStream(kind: string): StreamKind {
  const prefix = `${kind}-`;
  const has = (stream: string): boolean => stream.startsWith(prefix);
  const idOf = (stream: string): string | null => (has(stream) ? stream.slice(prefix.length) : null);
  const requireId = (stream: string): string => {
    const id = idOf(stream);
    if (id === null) throw new RangeError(`Stream ${stream} is of another kind than ${kind}.`);
    return id;
  };
  return Object.assign((id: string) => prefix + id, { idOf, requireId, has });
}

const NAME = /^([a-z_]+)-(.*)$/s;

/** The kind and the id in the name of any stream. The kind is `unknown` where the name does not have this form. */
export function partsOfStream(stream: string): { readonly kind: string; readonly id: string } {
  const [, kind = 'unknown', id = stream] = NAME.exec(stream) ?? [];
  return { kind, id };
}
