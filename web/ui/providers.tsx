import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PLATFORM_NAMES } from '../../src/contracts/words/platforms.ts';
import { Note } from './note.tsx';

type Platform = keyof typeof PLATFORM_NAMES;

interface ProviderLinksProps {
  /** The one that is meant; null: each of them. */
  readonly platform?: Platform | null | undefined;
  readonly address: (platform: Platform) => string;
  /** Called before the browser leaves. */
  readonly onLeave?: () => void;
  /** Of the look, such as 'btn-l'. */
  readonly className?: string;
}

/** 'Continue with Google', 'Continue with GitHub'. These are links: the browser leaves for the provider. */
export const ProviderLinks = ({ platform = null, address, onLeave, className }: ProviderLinksProps) =>
  (Object.keys(PLATFORM_NAMES) as Platform[])
    .filter((one) => platform === null || one === platform)
    .map((one) => (
      <a key={one} className={clsx('btn', className)} href={address(one)} onClick={onLeave}>
        Continue with {PLATFORM_NAMES[one]}
      </a>
    ));

/** The longest sentence of a provider that is shown. */
const LONGEST_REFUSAL = 300;

interface ProviderRefusalProps {
  readonly message: string;
  readonly className?: string;
  readonly actions?: ReactNode;
  /** What the program itself says of it. */
  readonly children?: ReactNode;
}

/** What a provider said when it did not let somebody in. It comes from the address, so it is shown as text and not at any length. */
export const ProviderRefusal = ({ message, ...rest }: ProviderRefusalProps) => (
  <Note tone="missed" alert title={[...message].slice(0, LONGEST_REFUSAL).join('')} {...rest} />
);
