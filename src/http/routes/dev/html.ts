import type { Answer } from '../../kernel/route.ts';

/** A page, under its own policy and kept nowhere. */
export const html = (body: string, policy: string, more: Readonly<Record<string, string>> = {}): Answer => ({
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', ...more },
  body,
});
