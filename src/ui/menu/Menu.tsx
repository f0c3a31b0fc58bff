import { createContext, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { isComposingKey } from '../../lib/screen/keyboard.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { Icon } from '../Icon.tsx';
import styles from './Menu.module.css';

interface MenuProps {
  /** The accessible name of the menu, and of the button if it shows only three dots. */
  label: string;
  /** The content of the button; three dots by default. */
  button?: ReactNode;
  variant?: 'secondary' | 'ghost';
  className?: string | undefined;
  /** While busy, the button ignores presses. */
  busy?: boolean;
  /** The element id of the text that distinguishes this button from similar buttons. */
  describedBy?: string | undefined;
  /** The heading of the sheet on a phone; `label` by default. The sheet covers what the button belongs to, so the heading can name it. */
  title?: string | undefined;
  /** `MenuItem` and `MenuLink` elements, or null. They are mounted only while the menu is open. */
  children: ReactNode;
}

/** The function that closes the menu around an item. */
export const CloseMenu = createContext<() => void>(() => undefined);

/**
 * A button that opens a menu, for three or more actions of equal rank. The menu is beside the button on a desktop, and a
 * sheet at the lower edge on a phone. It is a modal dialog, so that it is above everything in all browsers, even above other
 * dialogs, and the browser returns the focus to the button.
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

  // this effect runs after the effect of the dialog, which opens it
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
          // Safari does not focus a pressed button; it must have the focus, so that the dialog returns the focus to it
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

/** The index that a key moves the focus to. `from` is the index of the item with the focus, or -1. */
const steps: Readonly<Record<string, (from: number, count: number) => number>> = {
  ArrowDown: (from, count) => (from + 1) % count,
  ArrowUp: (from, count) => (from <= 0 ? count : from) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Handles the keys of an open menu. They do not propagate to the page, where arrow keys may go to the previous or next visit. */
function onMenuKey(event: KeyboardEvent<HTMLElement>, typed: Typed, close: () => void): void {
  const { key, currentTarget: menu } = event;
  if (isComposingKey(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey || key === 'Escape') return;
  event.stopPropagation();
  // Tab closes the menu, and the browser moves the focus on from the button
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

/** The letters typed in an open menu, to find an item by its first letters. */
interface Typed {
  letters: string;
  /** When the last letter was typed, as the `timeStamp` of the event in ms. */
  at: number;
}

/** In ms: letters that follow one another within this time belong to the same word. */
const sameWordMs = 500;

/** Adds the letter of a key to the typed letters. Returns the beginning of the label to look for. */
function typedSoFar(typed: Typed, { key, timeStamp }: KeyboardEvent): string {
  typed.letters = (timeStamp - typed.at < sameWordMs ? typed.letters : '') + key.toLowerCase();
  typed.at = timeStamp;
  // the same letter again goes to the next item with this letter, as in the lists of browsers
  return Array.from(typed.letters).every((letter) => typed.letters.startsWith(letter))
    ? key.toLowerCase()
    : typed.letters;
}

/**
 * The next item whose text begins with the typed letters. The search for a single letter begins after the current item, the search for
 * several letters at the current item.
 */
function itemTyped(items: readonly HTMLElement[], from: number, letters: string): HTMLElement | undefined {
  const start = letters.length === 1 ? from + 1 : Math.max(0, from);
  return [...items.slice(start), ...items.slice(0, start)].find((item) =>
    item.textContent.toLowerCase().startsWith(letters),
  );
}

/** In pixels: the free space between a menu and its button, and between a menu and the edge of the window. */
const gap = 4;
const edge = 8;

/** Places an open menu at its button, and again after each scroll and each change of the window size. */
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

/**
 * Places a menu below its button, or above it if it does not fit below and there is more room above. The style sheet uses this position on
 * desktops only.
 */
function placeAt(button: DOMRect, { offsetWidth: width, offsetHeight: height, style }: HTMLElement): void {
  const room = innerHeight - button.bottom;
  const isAbove = height + gap > room && button.top > room;
  const top = isAbove ? button.top - gap - height : button.bottom + gap;
  const left = button.left + width > innerWidth - edge ? button.right - width : button.left;
  style.setProperty('--menu-top', `${Math.max(edge, Math.min(top, innerHeight - edge - height))}px`);
  style.setProperty('--menu-left', `${Math.max(edge, left)}px`);
}
