import { config } from 'zod';

// zod would try once whether it may make code from texts. The policy of every page forbids that, and the browser would report it.
config({ jitless: true });
