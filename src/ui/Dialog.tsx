import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  type ReactNode,
  type ComponentProps,
} from 'react';
import { createPortal } from 'react-dom';
import { t } from '../lib/language/translate.ts';
import { messageStore, resumeToasts } from '../lib/notify.ts';
import { CloseButton } from './Button.tsx';
import { Toasts } from './message/Toasts.tsx';
import styles from './Dialog.module.css';
import layout from './layout.module.css';

interface DialogProps {
  open: boolean;
  /** Called for Escape, the close button, or, unless the dialog is small, a press outside of it. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  /**
   * On a phone, a `sheet` and a `menu` are at the lower edge. In a wider window, a `sheet` is in the corner of the messages, and a
   * `menu` is at its button (`menu/Menu.tsx`). Neither shows messages inside.
   */
  size?: 'small' | 'large' | 'full' | 'sheet' | 'menu';
  role?: 'alertdialog';
}

/**
 * A modal dialog. It is a child of the body: a hidden ancestor would hide the dialog, while the page behind it stays
 * blocked. The browser traps the focus and restores it; `data-autofocus` marks the element that gets it first.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onClose, title, children, footer, size = 'small', role }: Omit<DialogProps, 'open'>) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const ref = useCallback((dialog: HTMLDialogElement | null) => {
    dialogRef.current = dialog;
    // closed before the element is removed, because only close() restores the focus
    return () => dialog?.close();
  }, []);
  const titleId = useId();
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);

  // after each render: if the browser has closed the dialog but its owner still renders it, it is opened again
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  });

  // on a desktop a menu shows no close button, and older browsers do not support `closedby`, so a press outside of the menu closes it here
  const closeOnOutsidePress = useEffectEvent((event: MouseEvent) => {
    // the target of a press on the backdrop is the dialog element itself
    if (event.target === dialogRef.current) onClose();
  });
  useEffect(() => {
    const dialog = size === 'menu' ? dialogRef.current : null;
    const onPress = (event: MouseEvent) => closeOnOutsidePress(event);
    dialog?.addEventListener('click', onPress);
    return () => dialog?.removeEventListener('click', onPress);
  }, [size]);

  return createPortal(
    <dialog
      ref={ref}
      role={role}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={titleId}
      data-size={size}
      closedby={size === 'small' || size === 'menu' ? 'closerequest' : 'any'}
      onCancel={(event) => {
        // the `cancel` event of a file input inside the dialog bubbles up too
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // browsers may close the dialog without `cancel` when Escape is pressed twice
        if (event.target !== event.currentTarget || event.currentTarget.open) return;
        onClose();
        renderAgain();
      }}
    >
      <div className={`${layout.line} ${styles.head}`}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {size !== 'small' && <CloseButton label={t('Close')} onClick={onClose} />}
      </div>
      {size !== 'sheet' && size !== 'menu' && <DialogToasts />}
      <div className={styles.body}>{children}</div>
      {footer && <div className={`${layout.wrap} ${styles.foot}`}>{footer}</div>}
    </dialog>,
    document.body,
  );
}

/** The ids of the open dialogs that show messages, the newest last. */
let outlets: readonly string[] = [];

/** Shows the messages inside the newest open dialog, because the dialog covers the rest of the page. */
function DialogToasts() {
  const outlet = useId();
  useLayoutEffect(() => {
    setOutlets([...outlets, outlet]);
    return () => setOutlets(outlets.filter((other) => other !== outlet));
  }, [outlet]);
  return <Toasts outlet={outlet} />;
}

function setOutlets(next: readonly string[]): void {
  outlets = next;
  messageStore.set({ ...messageStore.get(), outlet: outlets.at(-1) });
  // the messages are rendered elsewhere now, so the pointer or the focus that paused them is no longer on them
  resumeToasts();
}

/** A dialog that fills the window. It is open as long as it is rendered. */
export function FullDialog(dialog: Omit<ComponentProps<typeof Dialog>, 'open' | 'size'>) {
  return <Dialog {...dialog} open size="full" />;
}
