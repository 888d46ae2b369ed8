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
