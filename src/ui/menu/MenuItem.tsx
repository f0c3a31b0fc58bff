import { use, useId, type ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import type { IconName } from '../icon-paths.ts';
import { Icon } from '../Icon.tsx';
import { CloseMenu } from './Menu.tsx';
import texts from '../text.module.css';
import styles from './Menu.module.css';

interface ItemProps {
  icon: IconName;
  label: string;
  /** What one gets by it, in one line; a result where the menu stays open. */
  line?: ReactNode;
}

interface MenuItemProps extends ItemProps {
  /** What cannot be undone. */
  isDanger?: boolean;
  /** While busy, presses are ignored. */
  busy?: boolean;
  /** It cannot be pressed now; its line says why. */
  disabled?: boolean;
  /** Leaves the menu open, for an item that shows what came of it. */
  staysOpen?: boolean;
  onSelect: () => void;
  /** Called when a press is likely, to prepare what it asks for. */
  onLikely?: () => void;
}

/** An action of a menu, which closes it. */
export function MenuItem({
  isDanger = false,
  busy = false,
  disabled = false,
  staysOpen = false,
  onSelect,
  onLikely,
  ...item
}: MenuItemProps) {
  const close = use(CloseMenu);
  const id = useId();
  return (
    <button
      type="button"
      {...partsOf(id, item)}
      className={`${styles.item} ${isDanger && !disabled ? styles.danger : ''}`}
      {...((busy || disabled) && { 'aria-disabled': true })}
      {...(busy && { 'aria-busy': true })}
      onPointerEnter={onLikely}
      onFocus={onLikely}
      onClick={() => {
        if (busy || disabled) return;
        if (!staysOpen) close();
        onSelect();
      }}
    >
      <Content id={id} {...item} />
    </button>
  );
}

interface MenuLinkProps extends ItemProps {
  /** A screen of the portal, or the address of another site. */
  to: To;
  onSelect?: () => void;
}

/** A screen that a menu leads to. */
export function MenuLink({ to, onSelect, ...item }: MenuLinkProps) {
  const close = use(CloseMenu);
  const id = useId();
  return (
    <Link
      to={to}
      {...partsOf(id, item)}
      className={styles.item}
      onClick={() => {
        close();
        onSelect?.();
      }}
    >
      <Content id={id} {...item} />
    </Link>
  );
}

/** The label is the name alone, so that the line is heard after it and is no part of what is typed. */
const partsOf = (id: string, { line }: ItemProps) => ({
  role: 'menuitem',
  tabIndex: -1,
  'aria-labelledby': `${id}-label`,
  'aria-describedby': line === undefined ? undefined : `${id}-line`,
});

function Content({ id, icon, label, line }: ItemProps & { id: string }) {
  return (
    <>
      <Icon name={icon} />
      <span className={styles.words}>
        <span id={`${id}-label`} className={texts.bold}>
          {label}
        </span>
        {line !== undefined && (
          <span id={`${id}-line`} className={texts.fine}>
            {line}
          </span>
        )}
      </span>
    </>
  );
}
