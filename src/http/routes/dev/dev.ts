import type { AnyRoute } from '../../kernel/route.ts';
import { clockRoutes } from './clock.ts';
import { mailboxRoutes } from './mailbox.ts';
import type { DevPorts } from './ports.ts';

/** Development mode only; each of them answers loopback alone. */
export const devRoutes = (ports: DevPorts): readonly AnyRoute[] => [...clockRoutes(ports), ...mailboxRoutes(ports)];
