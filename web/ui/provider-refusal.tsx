import type { ReactNode } from 'react';
import { Note } from './note.tsx';

/** The longest sentence of a provider that is shown. */
const LONGEST = 300;

interface ProviderRefusalProps {
  readonly message: string;
  readonly className?: string;
  readonly actions?: ReactNode;
  /** What the program itself says of it. */
  readonly children?: ReactNode;
}

/** What a provider said when it did not let somebody in. It comes from the address, so it is shown as text and not at any length. */
export const ProviderRefusal = ({ message, ...rest }: ProviderRefusalProps) => (
  <Note tone="missed" alert title={[...message].slice(0, LONGEST).join('')} {...rest} />
);
