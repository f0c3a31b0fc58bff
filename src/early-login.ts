import { deviceStorage, draftPrefix, isSessionStored } from './lib/device/web-storage.ts';

// Shows the login that the build has rendered (`prerender.tsx`) until `main.tsx` takes it over.

interface EarlyLogin {
  root: HTMLElement;
  /** The rendering in the reader's language. */
  template: HTMLTemplateElement;
  /** The language of the page without it. */
  sourceLanguage: string;
  /** The indexes of the pressed buttons in `partsOf`. */
  pressed: number[];
}

/** Whether the portal will begin with this login: nobody is logged in, and nothing of the device or the address changes what it says. */
function isWanted(): boolean {
  return (
    location.pathname === '/' &&
    !/next|%/u.test(location.search) &&
    !isSessionStored() &&
    deviceStorage.keys(draftPrefix).length === 0
  );
}

/** The rendering in the language that `preferredLanguage` will choose. */
function loginInLanguage(): HTMLTemplateElement | undefined {
  const codes = navigator.languages.map((tag) => tag.toLowerCase().split('-', 1)[0]);
  return [deviceStorage.get('portal.language'), ...codes, 'en']
    .map((code) => document.getElementById(`login-${code}`))
    .find((found) => found instanceof HTMLTemplateElement);
}

const keyFieldIn = (root: HTMLElement) => root.querySelector<HTMLInputElement>('[name=secret-key]');
const copyOf = ({ content }: HTMLTemplateElement) => document.importNode(content, true);
/** What can have the focus or be pressed. It is remembered by its index, because the portal may have to make the element anew. */
const partsOf = (root: HTMLElement) => Array.from(root.querySelectorAll<HTMLElement>('a, button, input'));
const focusedIndex = (root: HTMLElement) => partsOf(root).findIndex((part) => part === document.activeElement);

/** Notes what is pressed before there is code for it. Returns the function that stops it. */
function notePresses({ root, pressed }: EarlyLogin): () => void {
  const onPress = (event: Event) => {
    const isSubmit = event.type === 'submit';
    // the policy of the page forbids it anyway, with an error
    if (isSubmit) event.preventDefault();
    const target = event.target instanceof Element ? event.target : null;
    const button = isSubmit ? target?.querySelector('[type=submit]') : target?.closest('[type=button]');
    const index = partsOf(root).findIndex((part) => part === button);
    if (index >= 0 && !(isSubmit && pressed.includes(index))) pressed.push(index);
  };
  for (const type of ['click', 'submit']) root.addEventListener(type, onPress, true);
  return () => {
    for (const type of ['click', 'submit']) root.removeEventListener(type, onPress, true);
  };
}

/** What is typed and chosen in the login, as a function that does it again: React learns of a value from an event. */
function noteTyping(root: HTMLElement): () => void {
  const field = keyFieldIn(root);
  const key = field?.value;
  const isTicked = root.querySelector<HTMLInputElement>(':checked') !== null;
  const focused = focusedIndex(root);
  const selection = field === document.activeElement && field;
  const [start, end] = selection ? [selection.selectionStart, selection.selectionEnd] : [];
  return () => {
    const next = keyFieldIn(root);
    const box = root.querySelector<HTMLInputElement>('[type=checkbox]');
    // another tab may have logged in meanwhile
    if (!next || !box) return;
    if (focused !== focusedIndex(root)) partsOf(root)[focused]?.focus();
    if (key) {
      // React overlooks what is set by `value`
      next.value = '';
      next.setRangeText(key);
      if (start !== undefined && end !== undefined) next.setSelectionRange(start, end);
      next.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (isTicked) {
      box.checked = false;
      box.click();
    }
  };
}

/** Has the portal rendered into the login, or in its place where that is not what the portal would show. */
function handOver(login: EarlyLogin, code: string, render: (isPainted: boolean) => void): void {
  const { root, template, sourceLanguage, pressed } = login;
  const isInLanguage = template.id === `login-${code}`;
  const page = document.documentElement;
  // its messages did not come
  if (!isInLanguage && page.lang === template.lang) page.lang = sourceLanguage;
  const untouched = root.cloneNode();
  untouched.appendChild(copyOf(template));
  const typeAgain = noteTyping(root);
  // extensions of browsers change pages
  render(isInLanguage && isWanted() && root.isEqualNode(untouched));
  typeAgain();
  if (keyFieldIn(root)) for (const index of pressed) partsOf(root)[index]?.click();
}

function showLogin(root: HTMLElement, template: HTMLTemplateElement): void {
  const page = document.documentElement;
  const login: EarlyLogin = { root, template, sourceLanguage: page.lang, pressed: [] };
  root.appendChild(copyOf(template));
  page.lang = template.lang;
  // as the portal does: not on a phone, whose keyboard would cover the page
  if (matchMedia('(pointer: fine)').matches) keyFieldIn(root)?.focus();
  const stopNoting = notePresses(login);
  window.takeOverLogin = (code, render) => {
    delete window.takeOverLogin;
    stopNoting();
    handOver(login, code, render);
  };
}

/** Shows the login in the reader's language, where the portal will begin with it. @param root where the portal will render */
export function showEarlyLogin(root: HTMLElement): void {
  const template = isWanted() && loginInLanguage();
  if (template) showLogin(root, template);
}
