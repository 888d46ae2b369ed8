interface Flight<Key, Answers> {
  readonly keys: Set<Key>;
  readonly answers: Promise<Answers>;
  begin(): void;
}

/** With two, a question that hangs does not keep all others waiting. */
const MOST_UNDER_WAY = 2;

/**
 * Asks one question for the keys of several callers. Those that call in the same turn of the event loop share a question, and so do those
 * that call while two questions are under way. A question begins after all who share it have called, so no answer is older than its call.
 * If it fails, it fails for all of them.
 */
export function gathered<Key, Answers>(ask: (keys: readonly Key[]) => Promise<Answers>): (key: Key) => Promise<Answers> {
  let underWay = 0;
  let next: Flight<Key, Answers> | null = null;

  function prepare(): Flight<Key, Answers> {
    const keys = new Set<Key>();
    const { promise, resolve } = Promise.withResolvers<void>();
    return { keys, answers: promise.then(() => ask([...keys])), begin: resolve };
  }

  function beginNext(): void {
    if (next === null || underWay >= MOST_UNDER_WAY) return;
    const flight = next;
    next = null;
    underWay += 1;
    const ended = (): void => {
      underWay -= 1;
      beginNext();
    };
    flight.answers.then(ended, ended);
    flight.begin();
  }

  return (key) => {
    if (next === null) {
      next = prepare();
      setImmediate(beginNext);
    }
    next.keys.add(key);
    return next.answers;
  };
}
