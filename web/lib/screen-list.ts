import type { ComponentType } from 'react';

/**
 * The screens of one folder that need a session, by their address. `web/<screen>/screens.ts` exports them as `screens`, and the
 * router finds them there: a new screen needs its own folder, and its path in `src/contracts/pages.ts`, by which the
 * server tells pages from unknown paths. Each is loaded when it is opened.
 */
export type Screens = Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;
