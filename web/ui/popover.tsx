import { late, useLate } from './late.ts';
import { sayNotLoaded } from './not-loaded.ts';
import { OverlayButton, useOverlay } from './overlay-button.tsx';
import type { PopoverProps } from './popover-parts.tsx';

const PARTS = late(() => import('./popover-parts.tsx'));
export const loadPopovers = PARTS.load;

/** For content that is not a menu. On a phone it is a sheet at the bottom. */
export function Popover({ trigger, open, onOpenChange, ...content }: PopoverProps) {
  const overlay = useOverlay({ open, onOpenChange });
  const { isOpen, isNeeded, change } = overlay;
  const parts = useLate(PARTS, isNeeded, () => {
    if (!isOpen) return;
    change(false);
    sayNotLoaded();
  });
  return (
    <>
      <OverlayButton overlay={overlay} kind="dialog" onClick={() => change(!isOpen)}>
        {trigger}
      </OverlayButton>
      {parts && <parts.PopoverBeside overlay={overlay} {...content} />}
    </>
  );
}
