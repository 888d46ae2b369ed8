import type { ComponentType } from 'react';

/**
 * The screens of one folder that need a session, by their address. `web/<screen>/screens.ts` exports them as `screens`, and the
 * router finds them there, as does the build, which tells the server the addresses: a new screen needs its own folder and
 * nothing else. Each is loaded when it is opened.
 */
export type Screens = Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;
