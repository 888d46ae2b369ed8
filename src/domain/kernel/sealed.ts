/**
 * A personal value, encrypted under its owner's key. The string names its version and the event
 * that sealed it (`v1.<event id>.<base64url>`), so that it can be carried into later events and
 * read models and still be opened. Domain and projections never open it.
 */
export type Sealed = string & { readonly __sealed: unique symbol };

/** One field of a sealed object: which sealed object holds the field's present value. */
export type SealedField = Sealed | null;
