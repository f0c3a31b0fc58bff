// why: jsdom knows <dialog> but not showModal() and close(), nor Escape and the focus that browsers handle
const openers = new WeakMap<HTMLDialogElement, Element | null>();

/** Teaches jsdom's dialogs what browsers do. */
export function completeDialogs(): void {
  if ('showModal' in HTMLDialogElement.prototype) return;
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      openers.set(this, document.activeElement);
      this.open = true;
      this.querySelector<HTMLElement>('button, input, select, a[href]')?.focus();
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      const opener = openers.get(this);
      if (opener instanceof HTMLElement) opener.focus();
      this.dispatchEvent(new Event('close'));
    },
  });
  document.addEventListener('keydown', (event) => {
    const top = Array.from(document.querySelectorAll<HTMLDialogElement>('dialog[open]')).at(-1);
    if (event.key !== 'Escape' || !top) return;
    if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close();
  });
}
