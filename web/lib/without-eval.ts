// zod would try once whether it may make code from texts. The policy of every page forbids that, and the browser would report it.
// zod reads its settings from here when it is loaded. Its own `config` would bring a part of it into the script of every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
