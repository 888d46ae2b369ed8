import type { Parts } from './base.ts';
import { guestBytes } from './bytes.ts';
import { guestCalls } from './calls.ts';
import { guestClone } from './clone.ts';
import { guestColumns, guestConsole, guestFormat } from './console.ts';
import { guestEvents } from './events.ts';
import { guestInspect } from './inspect.ts';
import { guestLocale } from './locale.ts';
import { guestModules } from './modules.ts';
import { guestFiles, guestProcess } from './process.ts';
import { guestQuoting, guestShapes } from './shapes.ts';
import { guestStreams } from './streams.ts';
import { guestTimers } from './timers.ts';

/** The functions that make the parts of the guest's environment. Their source texts are evaluated inside QuickJS. */
export const PARTS: Readonly<Record<string, unknown>> = {
  bytes: guestBytes,
  calls: guestCalls,
  clone: guestClone,
  columns: guestColumns,
  console: guestConsole,
  events: guestEvents,
  files: guestFiles,
  format: guestFormat,
  inspect: guestInspect,
  locale: guestLocale,
  modules: guestModules,
  process: guestProcess,
  quoting: guestQuoting,
  shapes: guestShapes,
  streams: guestStreams,
  timers: guestTimers,
} satisfies Readonly<Record<keyof Parts, unknown>>;
