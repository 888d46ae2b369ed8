import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { late, useLate } from './late.ts';
import type {
  MenuAtPointProps,
  MenuChoiceProps,
  MenuItemProps,
  MenuLinkProps,
  MenuProps,
  MenuRowItemProps,
  MenuRowProps,
} from './menu-parts.tsx';
import { sayNotLoaded } from './not-loaded.ts';
import { OverlayButton, useOverlay, useOverlayParts } from './overlay-button.tsx';

// A menu is seen only once somebody has asked for it. What is in an open menu is rendered by these parts.
const PARTS = late(() => import('./menu-parts.tsx'));
export const loadMenus = PARTS.load;

const OPENING_KEYS = ['Enter', ' ', 'ArrowDown'];

/** On a phone the menu is a sheet at the bottom. */
export function Menu({ trigger, onOpenChange, ...content }: MenuProps) {
  const overlay = useOverlay({ onOpenChange });
  const { isOpen, change } = overlay;
  const parts = useOverlayParts(PARTS, overlay);
  const open = {
    // The library moves the focus to the first item only if it was there when the key was pressed.
    onFocus: overlay.prepare,
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || event.ctrlKey) return;
      change(!isOpen);
      // The menu takes the focus.
      if (!isOpen) event.preventDefault();
    },
    onKeyDown(event: KeyboardEvent) {
      if (!OPENING_KEYS.includes(event.key)) return;
      change(event.key === 'ArrowDown' || !isOpen);
      event.preventDefault();
    },
  };
  return (
    <>
      <OverlayButton overlay={overlay} kind="menu" id={overlay.buttonId} {...open}>
        {trigger}
      </OverlayButton>
      {parts && <parts.MenuBeside overlay={overlay} {...content} />}
    </>
  );
}

/** A menu that is open from the start, such as that of a right-click. */
export function MenuAtPoint(props: MenuAtPointProps) {
  const parts = useLate(PARTS, true, () => {
    props.onClose();
    sayNotLoaded();
  });
  return parts && <parts.MenuAtPointParts {...props} />;
}

export function MenuItem(props: MenuItemProps) {
  const parts = PARTS.now();
  return parts && <parts.Item {...props} />;
}

export function MenuLink(props: MenuLinkProps) {
  const parts = PARTS.now();
  return parts && <parts.LinkItem {...props} />;
}

export function MenuChoice<V extends string>(props: MenuChoiceProps<V>) {
  const parts = PARTS.now();
  return parts && <parts.Choice {...props} />;
}

/** Several small choices in one line of a menu. */
export function MenuRow(props: MenuRowProps) {
  const parts = PARTS.now();
  return parts && <parts.Row {...props} />;
}

export function MenuRowItem(props: MenuRowItemProps) {
  const parts = PARTS.now();
  return parts && <parts.RowItem {...props} />;
}

export function MenuRule() {
  const parts = PARTS.now();
  return parts && <parts.Rule />;
}

export function MenuCaption({ children }: { children: ReactNode }) {
  const parts = PARTS.now();
  return parts && <parts.Caption>{children}</parts.Caption>;
}
