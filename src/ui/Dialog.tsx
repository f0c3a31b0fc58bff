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
  /** Called for Escape, the close button, or a press beside a large dialog. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  /**
   * A `sheet` is at the lower edge of a phone, else in the corner of the messages, a `menu` else at its button
   * (`menu/Menu.tsx`). Neither shows messages itself.
   */
  size?: 'small' | 'large' | 'full' | 'sheet' | 'menu';
  role?: 'alertdialog';
}

/**
 * A dialog, of the page's body: an ancestor that is not shown would hide it, and leave a page that nothing can be pressed
 * on. The browser traps the focus and restores it; `data-autofocus` marks the element that gets it first.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onClose, title, children, footer, size = 'small', role }: Omit<DialogProps, 'open'>) {
  const shown = useRef<HTMLDialogElement>(null);
  const ref = useCallback((dialog: HTMLDialogElement | null) => {
    shown.current = dialog;
    // before the element is removed: only close() restores the focus
    return () => dialog?.close();
  }, []);
  const titleId = useId();
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);

  // shown even if the browser closed it while its owner keeps it open
  useLayoutEffect(() => {
    const dialog = shown.current;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  });

  // older browsers do not know `closedby`, and a menu has no other way out for a mouse
  const pressBeside = useEffectEvent((event: MouseEvent) => {
    // the backdrop is the dialog itself
    if (event.target === shown.current) onClose();
  });
  useEffect(() => {
    const dialog = size === 'menu' ? shown.current : null;
    const onPress = (event: MouseEvent) => pressBeside(event);
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
        // a file input inside cancels too
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // pressing Escape twice may close it without `cancel`
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

/** The open dialogs that show messages, newest last. */
let outlets: readonly string[] = [];

/** The messages that come while a dialog is open, and those that were there. */
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
  // the pointer and the focus were on the elements that are gone
  resumeToasts();
}

/** A dialog that fills the window, open as long as it is rendered. */
export function FullDialog(dialog: Omit<ComponentProps<typeof Dialog>, 'open' | 'size'>) {
  return <Dialog {...dialog} open size="full" />;
}
