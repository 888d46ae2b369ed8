import type { Plugin } from 'vite';
import { LIST_NAMES } from './todo/list-names.ts';

/** What the document of an address already contains of its screen. */
interface FirstLook {
  /** The title, as the screen itself writes it. */
  readonly title: string;
  /** The reads without which the screen shows nothing. The browser asks for them while it loads the scripts. */
  readonly reads: readonly string[];
  /** Whether the title stands at half the height of the buttons beside it, because nothing is below it. */
  readonly isLower?: true;
}

const TASKS = '/api/tasks?limit=1000';

/** By path and query. An address that is not here has neither. */
const FIRST_LOOKS: Readonly<Record<string, FirstLook>> = {
  '/dashboard': {
    title: 'Dashboard',
    reads: [TASKS, '/api/next', '/api/tasks/missed?limit=200', '/api/alerts/active', '/api/settings/channels', '/api/streaks'],
  },
  '/todo': { title: LIST_NAMES.upcoming, reads: [TASKS], isLower: true },
  '/todo?tab=today': { title: LIST_NAMES.today, reads: [TASKS] },
  '/todo?tab=inbox': { title: LIST_NAMES.inbox, reads: [TASKS], isLower: true },
  '/todo?tab=completed': { title: LIST_NAMES.completed, reads: [TASKS], isLower: true },
  '/verify': { title: 'Verify', reads: ['/api/verifications/pending', '/api/verifications/history?limit=30'] },
  '/report': { title: 'Report', reads: ['/api/reports/weekly?offset=0'] },
};

/** Lists them for the server. `tests/browser/first-looks.test.ts` compares them with the screens. */
export const firstLooks: Plugin = {
  name: 'first-looks',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'first-looks.json', source: JSON.stringify(FIRST_LOOKS) });
  },
};
