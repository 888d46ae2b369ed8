import type { Principal } from './principal.ts';
import type { Fields } from './problems.ts';
import type { ExaminedBody, FaultFinder, UncheckedCallOf } from './route.ts';

/**
 * Refuses changes of read-only fields: the body may contain them only with their current values. `current` returns the
 * resource, or null if there is none.
 */
export const unchanged = <Who extends Principal | null>(
  names: readonly string[],
  current: (call: UncheckedCallOf<Who>) => Promise<object | null>,
): FaultFinder<Who> => ({
  takes: names,
  async find(call, { input }) {
    const shown = names.filter((name) => name in input);
    const now = shown.length === 0 ? null : await current(call);
    if (now === null) return {};
    const present = new Map<string, unknown>(Object.entries(now));
    const changed = shown.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(present.get(name) ?? null));
    return Object.fromEntries(changed.map((name) => [name, ['This cannot be changed. Leave it out, or send it as it is.']]));
  },
});

export const resulting = <Who extends Principal | null>(
  find: (call: UncheckedCallOf<Who>, input: ExaminedBody['input']) => Promise<Fields>,
): FaultFinder<Who> => ({ find: (call, { input }) => find(call, input) });

/**
 * Errors that the handler would find as well. They are checked here only if there are other errors, because the handler does
 * not run then. `left`: the valid fields.
 */
export const alongWithOthers = <Who extends Principal | null>(
  find: (call: UncheckedCallOf<Who>, left: ExaminedBody['own']) => Promise<Fields>,
): FaultFinder<Who> => ({
  async find(call, { own, faults }) {
    if (Object.keys(faults).length === 0) return {};
    const left = Object.entries(own).filter(([name]) => !(name in faults));
    return find(call, Object.fromEntries(left));
  },
});
