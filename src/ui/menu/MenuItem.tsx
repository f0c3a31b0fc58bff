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
  /** A line that explains the item, or shows the outcome if the menu stays open. */
  line?: ReactNode;
}

interface MenuItemProps extends ItemProps {
  /** Whether the action cannot be undone. */
  isDanger?: boolean;
  /** While busy, presses are ignored. */
  busy?: boolean;
  /** Whether the item cannot be pressed now. Its line should say why. */
  disabled?: boolean;
  /** Whether a press leaves the menu open, for an item that shows its outcome. */
  staysOpen?: boolean;
  onSelect: () => void;
  /** Called when a press is likely, because the pointer or the focus is on the item; it can prepare the action. */
  onLikely?: () => void;
}

/** An action in a menu. A press closes the menu, unless `staysOpen` is set. */
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
  /** The path of a screen of the portal, or the URL of another website. */
  to: To;
  onSelect?: () => void;
}

/** A link in a menu. */
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

/** Accessibility attributes: the label alone is the name of the item, and the line is its description, which is read after the name. */
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
