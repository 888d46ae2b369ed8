import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PLATFORM_NAMES } from '../../src/contracts/words/platforms.ts';
import styles from './button.module.css';
import { Note } from './note.tsx';

type Platform = keyof typeof PLATFORM_NAMES;

interface ProviderLinksProps {
  /** Null: all providers. */
  readonly platform?: Platform | null | undefined;
  readonly address: (platform: Platform) => string;
  /** Called before the browser goes to the provider. */
  readonly onLeave?: () => void;
  readonly className?: string;
}

/** Links and not buttons, because the browser goes to the provider. */
export const ProviderLinks = ({ platform = null, address, onLeave, className }: ProviderLinksProps) =>
  (Object.keys(PLATFORM_NAMES) as Platform[])
    .filter((one) => platform === null || one === platform)
    .map((one) => (
      <a key={one} className={clsx(styles.button, className)} data-part="button" href={address(one)} onClick={onLeave}>
        Continue with {PLATFORM_NAMES[one]}
      </a>
    ));

/** In characters. */
const LONGEST_REFUSAL = 300;

interface ProviderRefusalProps {
  readonly message: string;
  readonly className?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The error message of a provider. It comes from the address, so it is shown as plain text and cut to a maximum length. */
export const ProviderRefusal = ({ message, ...rest }: ProviderRefusalProps) => (
  <Note tone="missed" alert title={[...message].slice(0, LONGEST_REFUSAL).join('')} {...rest} />
);
