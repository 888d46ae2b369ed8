import type { AnyOfCatalogue } from '../domain/catalogue.ts';
import type { EventDefinition } from '../domain/kernel/define-event.ts';
import type { Sealed } from '../domain/kernel/event.ts';

/** Fields that the nameless form leaves out although they are no sealed texts. */
type LeftOut =
  | 'address_key'
  | 'whatsapp_key'
  | 'key'
  | 'source'
  | 'github_account'
  | 'share_hash'
  | 'content'
  | 'customer_id'
  | 'subscription_id'
  | 'message_id'
  | 'provider_id'
  | 'reason'
  | 'message';

/** A text of any content. A field with a few known words stays. */
type IsAnyText<T> = string extends Exclude<T, null | undefined> ? true : false;

/** What is shown of a value: sealed texts and what may be left out are unknown, and everything else is as the catalogue says. */
type Shown<T> = T extends Sealed
  ? unknown
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Shown<Item>[]
      : {
          readonly [Name in keyof T]: Name extends LeftOut ? (IsAnyText<T[Name]> extends true ? unknown : Shown<T[Name]>) : Shown<T[Name]>;
        };

type NamesOf<Public> = Public extends string ? Public : Public[keyof Public];

interface ExportedAs<Name, Data> {
  readonly id: string;
  readonly type: Name;
  /** When it happened for its owner, RFC 3339 in UTC. */
  readonly at: string;
  /** When it was written. */
  readonly recorded_at: string;
  /** The pseudonym of the person whose event it is; null: it is nobody's. */
  readonly person: string | null;
  readonly stream: string;
  /** `private` has the event's own texts, in the identified form only. */
  readonly data: Shown<Data> & { readonly private?: unknown };
}

type OfDefinition<Definition> =
  Definition extends EventDefinition<infer Event, infer Public>
    ? { [Name in NamesOf<Public> & string]: ExportedAs<Name, Event['data']> }[NamesOf<Public> & string]
    : never;

/** Any event of an export. `if (event.type === 'task.missed')` tells the compiler what its data is. */
export type VouchEvent = OfDefinition<AnyOfCatalogue>;

/** A fold of one's own, which `vouch replay FILE.ts` runs: the file exports one as its default. */
export interface Fold<State> {
  readonly name: string;
  /** The state before the first event. */
  readonly init: () => State;
  /** The state after an event. It is called for each event, oldest first. */
  readonly apply: (state: State, event: VouchEvent) => State;
}
