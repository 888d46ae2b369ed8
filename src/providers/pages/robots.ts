/** A site's rules for programs (robots.txt, RFC 9309), as they apply to this program. */
export interface Robots {
  /** Whether a page may be requested, by its path with its query. */
  allows(path: string): boolean;
}

interface Rule {
  readonly allow: boolean;
  readonly pattern: string;
}

interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
}

/** @param agent the name by which the rules address this program, without its version */
export function robotsFor(text: string, agent: string): Robots {
  const groups = groupsIn(text);
  const ours = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const rules = (ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes('*'))).flatMap((group) => group.rules);
  return {
    allows: (path) => {
      const normal = normalised(path);
      // The longest rule decides; of two equally long rules, the one that allows.
      let decisive: Rule | null = null;
      for (const rule of rules) {
        const length = decisive?.pattern.length ?? -1;
        if (rule.pattern.length < length || (rule.pattern.length === length && !rule.allow)) continue;
        if (matches(normal, rule.pattern)) decisive = rule;
      }
      return decisive?.allow ?? true;
    },
  };
}

function groupsIn(text: string): readonly Group[] {
  const groups: Group[] = [];
  let naming = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [field, value] = fieldOf(line);
    if (field === 'user-agent') {
      if (!naming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(tokenOf(value));
      naming = true;
    } else if (field === 'allow' || field === 'disallow') {
      naming = false;
      // A rule without a path, 'Disallow:', forbids nothing.
      if (value !== '') groups.at(-1)?.rules.push({ allow: field === 'allow', pattern: normalised(value) });
    }
  }
  return groups;
}

function fieldOf(line: string): readonly [string, string] {
  const [content = ''] = line.split('#', 1);
  const colon = content.indexOf(':');
  return colon < 0 ? ['', ''] : [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
}

/** `Vouch/1.0 (…)` becomes `vouch`. */
const tokenOf = (value: string): string => (value.startsWith('*') ? '*' : (/^[a-z_-]+/.exec(value.toLowerCase())?.[0] ?? ''));

/** Normalises paths and patterns: non-ASCII octets are escaped, and escapes are in capitals. */
const normalised = (path: string): string =>
  path
    .toWellFormed()
    .replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
    .replaceAll(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase());

/**
 * `*` matches any text, and `$` at the end matches the end. Each part between stars is searched for once, at the
 * earliest place, so that the work grows with the lengths only. A regular expression could backtrack.
 */
function matches(path: string, pattern: string): boolean {
  const anchored = pattern.endsWith('$');
  const [first = '', ...parts] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  if (parts.length === 0) return !anchored || path.length === first.length;
  let from = first.length;
  const last = anchored ? (parts.pop() ?? '') : '';
  for (const part of parts) {
    const at = path.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return !anchored || (path.length - last.length >= from && path.endsWith(last));
}
