import type { Config } from '../config/config.ts';

/** The address under which the program is reached, without a trailing slash. Where a free port is taken it is known once it listens. */
export interface Origin {
  readonly current: () => string;
  readonly found: (printed: string) => void;
}

export function createOrigin({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): Origin {
  let origin = publicUrl ?? `http://${host}:${port}`;
  return {
    current: () => origin,
    found(printed) {
      origin = publicUrl ?? printed;
    },
  };
}
