import { clsx } from 'clsx';
import { PLATFORM_NAMES } from '../../src/contracts/words/platforms.ts';

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
