import { NotAuthentic } from '../../app/account/not-authentic.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { partsOfStream } from '../../domain/kernel/define-stream.ts';
import { StoreFull, StoreUnavailable, WrongExpectedRevision } from '../../domain/kernel/event-store.ts';
import { Fenced } from '../../ports/documents.ts';

/** The kind of an error as a metric label. */
export function kindOf(error: unknown): string {
  if (error instanceof RuleViolation || error instanceof NotAuthentic) return 'refused';
  if (error instanceof WrongExpectedRevision) return 'conflict';
  if (error instanceof StoreUnavailable) return 'unavailable';
  if (error instanceof StoreFull) return 'full';
  if (error instanceof Fenced) return 'fenced';
  return 'failed';
}

/** The kind of a stream, which is the prefix of its name. */
export const aggregateOf = (stream: string): string => partsOfStream(stream).kind;

/** A command's name. A command that has no usable name counts as `Request`. */
export function commandOf(command: unknown): string {
  const type = (command as { readonly type?: unknown } | null)?.type;
  return typeof type === 'string' && /^[A-Z][A-Za-z]{1,39}$/.test(type) ? type : 'Request';
}
