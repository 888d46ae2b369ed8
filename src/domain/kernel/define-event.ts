import { z } from 'zod';
import type { EventShape, JsonObject, Recorded, RecordedOf, Sealed, SealedPart } from './event.ts';

/** The kinds by which people can filter their history. */
export const HISTORY_TYPES = ['tasks', 'verifications', 'alerts', 'streaks', 'partner', 'account'] as const;
export type HistoryType = (typeof HISTORY_TYPES)[number];

/** Converts an event's data from one schema version to the next. It is pure, and returns a new object. */
export type Upcaster = (data: JsonObject) => JsonObject;

/** Sealed objects by the names of the fields that they contain; null: the field has no value. */
export type SealedByField = Readonly<Record<string, Sealed<Readonly<Record<string, unknown>>> | null>>;

/**
 * What an event changed: plain values under their names in the API, and for personal texts the sealed objects that
 * contain them (null: no value).
 */
export interface Changes {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly sealedBefore: SealedByField;
  readonly sealedAfter: SealedByField;
}

/** The facts for the sentence about an event. The personal texts of `before` and `after` are already decrypted. */
export interface EventFacts<Data> {
  /** The data as the history stores it: without the sealed part of an alert, and without what only read models need. */
  readonly data: Data;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * The public names of an event, for example `task.completed`: lower case, first the aggregate, then what happened, in the
 * past tense. If the event's `outcome` decides what happened, there is one name for each outcome. These names are part of
 * the API: none is ever changed or reused.
 */
export type PublicName = string | Readonly<Record<string, string>>;

/** Everything that the program knows about one type of event. `E` is the event's TypeScript type. */
export interface EventDefinition<E extends EventShape = EventShape, Public extends PublicName = PublicName> {
  /** The stored name; it never changes. */
  readonly type: E['type'];
  /** The schema version of newly written events: one more than the number of upcasters. */
  readonly version: number;
  /** The first converts version 1 to version 2, and so on. */
  readonly upcasters: readonly Upcaster[];
  /** The schema of the public part. Tests and `vouch verify` check it; appending and reading events do not. */
  readonly data: z.ZodType;
  /**
   * The schema of the personal part before it is sealed. Null: the event has no such part. An optional schema: the part
   * may be missing.
   */
  readonly private: z.ZodType | null;
  readonly publicName: Public;
  /** Whether it can be the first event of its stream. */
  readonly startsStream: boolean;
  /**
   * The beginning of an entry in the history, followed by the title: 'Completed'. It ends in a colon if the title would
   * otherwise be read as its object: 'Taken back:'.
   */
  readonly label: string;
  /** The meaning of the event, in one sentence for `docs/events.md`. */
  readonly meaning: string;
  /** The first version of Vouch that wrote it. */
  readonly since: string;
  /** The kind under which the history lists it. Null: the history does not list it. */
  readonly history: HistoryType | null;
  /** Whether a webhook may send it. */
  readonly webhook: boolean;
  readonly example: { readonly data: JsonObject; readonly private: JsonObject | null };
  /** A sentence with what the label does not say, or null. */
  detail(facts: EventFacts<E['data']>): string | null;
  /** What the audit shows as before and after. Left out: empty. */
  changes(data: E['data'], event: { readonly at: string; readonly private: SealedPart<E> }): Partial<Changes>;
  /** Only tells TypeScript the event's type; it is never set. */
  readonly _event?: E;
}

// biome-ignore lint/suspicious/noExplicitAny: definitions of different events share one list
export type AnyEventDefinition = EventDefinition<any>;

export type EventOf<D> = D extends EventDefinition<infer E> ? E : never;

/** The event of a definition, as it is read from the log. */
export type RecordedAs<D> = RecordedOf<EventOf<D>>;

/** The sealed personal part of a definition's events. */
export type SealedOf<D> = SealedPart<EventOf<D>>;

/** The same type, in which every field and list is read-only at every level. */
export type ReadonlyDeep<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly ReadonlyDeep<Item>[]
    : { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };

/** The read-only TypeScript type of the values that a schema accepts. */
export type Described<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>;

type ObjectOf<Schema extends z.ZodType> = Described<Schema> extends infer O extends JsonObject ? O : never;

type Shape<Type extends string, Data extends z.ZodType, Private extends z.ZodType | null> =
  Private extends z.ZodOptional<infer Some extends z.ZodType>
    ? { readonly type: Type; readonly data: ObjectOf<Data>; readonly private?: ObjectOf<Some> }
    : Private extends z.ZodType
      ? { readonly type: Type; readonly data: ObjectOf<Data>; readonly private: ObjectOf<Private> }
      : { readonly type: Type; readonly data: ObjectOf<Data> };

/** What an aggregate declares about one of its events; see `EventDefinition`. */
export interface EventDeclaration<
  Type extends string,
  Data extends z.ZodType,
  Private extends z.ZodType | null,
  Public extends PublicName = PublicName,
> extends Pick<EventDefinition<EventShape, Public>, 'publicName' | 'label' | 'meaning' | 'since' | 'history'> {
  readonly type: Type;
  readonly data: Data;
  readonly private?: Private;
  readonly upcasters?: readonly Upcaster[];
  /** Default: true. */
  readonly webhook?: boolean;
  /** Default: false. */
  readonly startsStream?: boolean;
  readonly example: { readonly data: Described<Data>; readonly private?: Described<NonNullable<Private>> };
  readonly detail?: (facts: EventFacts<Described<Data>>) => string | null;
  readonly changes?: (
    data: Described<Data>,
    event: { readonly at: string; readonly private: SealedPart<Shape<Type, Data, Private>> },
  ) => { readonly [Part in keyof Changes]?: Changes[Part] };
}

/** Declares a type of event. The aggregate adds it to its list of events, from which the catalogue is made. */
export function defineEvent<
  const Type extends string,
  Data extends z.ZodType,
  const Public extends PublicName,
  Private extends z.ZodType | null = null,
>(declaration: EventDeclaration<Type, Data, Private, Public>): EventDefinition<Shape<Type, Data, Private>, Public> {
  const { upcasters = [], private: personal = null, webhook = true, startsStream = false, detail, changes, example, ...rest } = declaration;
  // `Shape` computes the event's type from the schemas of the declaration, which TypeScript cannot check here.
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
  } as EventDefinition<Shape<Type, Data, Private>, Public>;
}

/** Whether an event has one of these types. If so, TypeScript knows its data by the definition. */
export const isEvent = <const Definitions extends readonly AnyEventDefinition[]>(
  event: Recorded,
  ...definitions: Definitions
): event is RecordedAs<Definitions[number]> => definitions.some(({ type }) => type === event.type);

/** Every public name of an event. Most events have one. */
export const publicNamesOf = ({ publicName }: AnyEventDefinition): readonly string[] =>
  typeof publicName === 'string' ? [publicName] : [...new Set(Object.values(publicName))];

export function publicNameOf({ publicName, type }: AnyEventDefinition, data: JsonObject): string {
  if (typeof publicName === 'string') return publicName;
  const name = publicName[String(data.outcome)];
  if (name === undefined) throw new Error(`A ${type} with the outcome ${String(data.outcome)} has no public name.`);
  return name;
}

/** The beginning of an entry that has no title. */
export const labelAlone = ({ label }: AnyEventDefinition): string => label.replace(/:$/, '');

// Schemas of fields that events of several aggregates have. They describe stored data. What clients send is checked by the
// schemas in `src/contracts`.

/** An id that the program created. */
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
export const zone = z.string().min(1).describe('A time zone by its IANA name.');
const sealedText: z.ZodType<string> = z.string().startsWith('v1.').describe('A sealed text; the string names its event.');
/** The sealed personal object of an event. The string contains the event's id. */
export const sealed = <Texts>(): z.ZodType<Sealed<Texts>> =>
  // No schema can check the content of a sealed object, so the caller declares its type.
  sealedText as z.ZodType<Sealed<Texts>>;
/** A sealed object for the examples of events. It can have any type, because no program decrypts it. */
export const SEALED_EXAMPLE = sealed<never>().parse('v1.01936c5e-7d11-7c55-9a10-0f3c6a4c2b01.c2VhbGVk');
const seenFile = z.strictObject({
  file: id.describe('The file.'),
  as: z
    .enum(['whole', 'beginning', 'name'])
    .describe('How much of it: all of its text, the beginning of its text, or its name and type alone.'),
});
/** What an AI or the rubric was given of one file. */
export type SeenFile = Described<typeof seenFile>;
export const seenFiles = z
  .array(seenFile)
  .nullable()
  .optional()
  .describe('What an AI or the rubric was given of each file; null: another judge; left out: it was not recorded at that time.');
export const count = z.int().describe('A whole number.');

/**
 * The streams of one kind. Called as a function, it makes the name of a stream from an id: `task-…`. Its methods read
 * such names.
 */
export interface StreamKind {
  (id: string): string;
  /** The id in the name of a stream. Null: the stream is of another kind. */
  idOf(stream: string): string | null;
  /**
   * The same, if the stream must be of this kind, because no other stream contains the event.
   * @throws RangeError if it is
   * of another kind
   */
  requireId(stream: string): string;
  /** Whether a stream is of this kind. */
  has(stream: string): boolean;
}

/**
 * Defines the streams of an aggregate, in the folder of the aggregate. Stored events are found by this name, so `kind`
 * never changes.
 */
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

/** The kind and the id in the name of any stream. The kind is `unknown` if the name has another form. */
export function partsOfStream(stream: string): { readonly kind: string; readonly id: string } {
  const [, kind = 'unknown', id = stream] = NAME.exec(stream) ?? [];
  return { kind, id };
}
