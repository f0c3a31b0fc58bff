import { createContext, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { isComposingKey } from '../../lib/screen/keyboard.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { Icon } from '../Icon.tsx';
import styles from './Menu.module.css';

interface MenuProps {
  /** The name of the button, where it shows no words of its own, and of the menu. */
  label: string;
  /** What the button shows; three dots if left out. */
  button?: ReactNode;
  variant?: 'secondary' | 'ghost';
  className?: string | undefined;
  /** While busy, the button ignores presses. */
  busy?: boolean;
  /** Id of the text that distinguishes this button from similar ones. */
  describedBy?: string | undefined;
  /** The heading of the sheet on a phone, which covers what the button belongs to; `label` if left out. */
  title?: string | undefined;
  /** `MenuItem` and `MenuLink`; what is null is left out. They are mounted while the menu is open. */
  children: ReactNode;
}

/** Closes the menu that an item is in. */
export const CloseMenu = createContext<() => void>(() => undefined);

/**
 * A button and what it offers: the one place for three or more actions of equal rank. Beside the button on a desktop, a
 * sheet at the lower edge on a phone. It is a modal dialog, so that it lies above everything, other dialogs too, in every
 * browser, and the browser gives the focus back to the button.
 */
export function Menu({
  label,
  button,
  variant = 'secondary',
  className = '',
  busy = false,
  describedBy,
  title = label,
  children,
}: MenuProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const items = useRef<HTMLDivElement>(null);
  const typed = useRef<Typed>({ letters: '', at: 0 });
  const close = () => setOpen(false);

  // after the effect of the dialog, which shows it
  useLayoutEffect(() => {
    if (open) itemsIn(items.current)[0]?.focus();
  }, [open]);
  usePlacing(open, items, opener);

  return (
    <>
      <Button
        variant={variant}
        className={`${button === undefined ? styles.dots : ''} ${className}`}
        busy={busy}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={button === undefined ? label : undefined}
        aria-describedby={describedBy}
        onClick={({ currentTarget }) => {
          opener.current = currentTarget;
          // Safari does not focus a pressed button, and the focus returns to what had it
          currentTarget.focus();
          setOpen(true);
        }}
      >
        {button ?? <Icon name="more" />}
      </Button>
      <Dialog open={open} title={title} size="menu" onClose={close}>
        <CloseMenu value={close}>
          <div
            ref={items}
            className={styles.items}
            role="menu"
            aria-label={label}
            tabIndex={-1}
            onKeyDown={(event) => onMenuKey(event, typed.current, close)}
          >
            {children}
          </div>
        </CloseMenu>
      </Dialog>
    </>
  );
}

const itemsIn = (menu: HTMLElement | null) =>
  Array.from(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []);

/** Where a key leads from the item with the focus. */
const steps: Readonly<Record<string, (from: number, count: number) => number>> = {
  ArrowDown: (from, count) => (from + 1) % count,
  ArrowUp: (from, count) => (from <= 0 ? count : from) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The keys of a menu. They do not reach what lies below, such as *Previous* and *Next* of the visit. */
function onMenuKey(event: KeyboardEvent<HTMLElement>, typed: Typed, close: () => void): void {
  const { key, currentTarget: menu } = event;
  if (isComposingKey(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey || key === 'Escape') return;
  event.stopPropagation();
  // Tab goes on from the button
  if (key === 'Tab') {
    close();
    return;
  }
  const items = itemsIn(menu);
  const from = items.findIndex((item) => item === document.activeElement);
  const step = steps[key];
  if (step) items[step(from, items.length)]?.focus();
  else if (key === ' ' && items[from]?.tagName === 'A') items[from].click();
  else if (key.length === 1 && key !== ' ') itemTyped(items, from, typedSoFar(typed, event))?.focus();
  else return;
  event.preventDefault();
}

/** What is typed in an open menu: `at` is when its last letter came (ms). */
interface Typed {
  letters: string;
  at: number;
}

/** Letters that follow one another within this time (ms) are of one word. */
const sameWordMs = 500;

function typedSoFar(typed: Typed, { key, timeStamp }: KeyboardEvent): string {
  typed.letters = (timeStamp - typed.at < sameWordMs ? typed.letters : '') + key.toLowerCase();
  typed.at = timeStamp;
  // the same letter again leads on, as it does in a list of the browser
  return Array.from(typed.letters).every((letter) => typed.letters.startsWith(letter))
    ? key.toLowerCase()
    : typed.letters;
}

/** The next item that begins with the typed letters. One letter leads on from item to item, more of them stay. */
function itemTyped(items: readonly HTMLElement[], from: number, letters: string): HTMLElement | undefined {
  const start = letters.length === 1 ? from + 1 : Math.max(0, from);
  return [...items.slice(start), ...items.slice(0, start)].find((item) =>
    item.textContent.toLowerCase().startsWith(letters),
  );
}

/** The free space (px) between a menu and its button, and between a menu and the edge of the window. */
const gap = 4;
const edge = 8;

/** Places an open menu at its button, again after each scroll and each new size of the window. */
function usePlacing(
  open: boolean,
  items: { readonly current: HTMLElement | null },
  opener: { readonly current: HTMLElement | null },
): void {
  useEffect(() => {
    if (!open) return undefined;
    const place = () => {
      const dialog = items.current?.closest('dialog');
      if (dialog && opener.current) placeAt(opener.current.getBoundingClientRect(), dialog);
    };
    place();
    addEventListener('resize', place);
    addEventListener('scroll', place, true);
    return () => {
      removeEventListener('resize', place);
      removeEventListener('scroll', place, true);
    };
  }, [open, items, opener]);
}

/** Below the button, or above it where there is more room. The style sheet uses the place on desktops only. */
function placeAt(button: DOMRect, { offsetWidth: width, offsetHeight: height, style }: HTMLElement): void {
  const room = innerHeight - button.bottom;
  const isAbove = height + gap > room && button.top > room;
  const top = isAbove ? button.top - gap - height : button.bottom + gap;
  const left = button.left + width > innerWidth - edge ? button.right - width : button.left;
  style.setProperty('--menu-top', `${Math.max(edge, Math.min(top, innerHeight - edge - height))}px`);
  style.setProperty('--menu-left', `${Math.max(edge, left)}px`);
}
