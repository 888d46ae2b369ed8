import type { Route } from './route.ts';

/** Whether the body of an answer holds one of the secrets that its route declares. */
export function holdsSecret({ secrets = [] }: Pick<Route, 'secrets'>, body: string | null | undefined): boolean {
  if (secrets.length === 0 || body === null || body === undefined || body === '') return false;
  const parsed: unknown = JSON.parse(body);
  return (
    typeof parsed === 'object' && parsed !== null && secrets.some((name) => ((parsed as Record<string, unknown>)[name] ?? null) !== null)
  );
}
