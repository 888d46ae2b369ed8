import { late } from './late.ts';
import { OverlayButton, useOverlay, useOverlayParts } from './overlay-button.tsx';
import type { PopoverProps } from './popover-parts.tsx';

const PARTS = late(() => import('./popover-parts.tsx'));
export const loadPopovers = PARTS.load;

/** For content that is not a menu. On a phone it is a sheet at the bottom. */
export function Popover({ trigger, open, onOpenChange, ...content }: PopoverProps) {
  const overlay = useOverlay({ open, onOpenChange });
  const { isOpen, change } = overlay;
  const parts = useOverlayParts(PARTS, overlay);
  return (
    <>
      <OverlayButton overlay={overlay} kind="dialog" onClick={() => change(!isOpen)}>
        {trigger}
      </OverlayButton>
      {parts && <parts.PopoverBeside overlay={overlay} {...content} />}
    </>
  );
}
