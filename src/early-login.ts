import { deviceStorage, draftPrefix, isSessionStored } from './lib/device/web-storage.ts';

// Shows the login that the build has rendered (`prerender.tsx`), until `main.tsx` takes it over.

interface EarlyLogin {
  root: HTMLElement;
  /** The login in the reader's language. */
  template: HTMLTemplateElement;
  /** The `lang` that the page had before the login was shown. */
  sourceLanguage: string;
  /** The indexes of the pressed buttons in `partsOf`. */
  pressed: number[];
}

/**
 * Whether the portal will start with exactly this login: nobody is logged in, no drafts are stored that the login would mention, and the
 * address has no `next`.
 */
function isPlainLogin(): boolean {
  return (
    location.pathname === '/' &&
    // a `%` may encode a letter of `next`
    !/next|%/u.test(location.search) &&
    !isSessionStored() &&
    deviceStorage.keys(draftPrefix).length === 0
  );
}

/** The login in the language that `preferredLanguage` will choose. */
function loginInLanguage(): HTMLTemplateElement | undefined {
  const codes = navigator.languages.map((tag) => tag.toLowerCase().split('-', 1)[0]);
  return [deviceStorage.get('portal.language'), ...codes, 'en']
    .map((code) => document.getElementById(`login-${code}`))
    .find((element) => element instanceof HTMLTemplateElement);
}

const keyFieldIn = (root: HTMLElement) => root.querySelector<HTMLInputElement>('[name=secret-key]');
const copyOf = ({ content }: HTMLTemplateElement) => document.importNode(content, true);
/** The elements that can have the focus or be pressed. They are remembered by their index, because the portal may render new elements. */
const partsOf = (root: HTMLElement) => Array.from(root.querySelectorAll<HTMLElement>('a, button, input'));
const focusedIndex = (root: HTMLElement) => partsOf(root).findIndex((part) => part === document.activeElement);

/** Records which buttons are pressed before the portal's script is loaded. Returns the function that stops this. */
function notePresses({ root, pressed }: EarlyLogin): () => void {
  const onPress = (event: Event) => {
    const isSubmit = event.type === 'submit';
    // the form must not be submitted: the page's policy forbids it, which would log an error
    if (isSubmit) event.preventDefault();
    const target = event.target instanceof Element ? event.target : null;
    const button = isSubmit ? target?.querySelector('[type=submit]') : target?.closest('[type=button]');
    const index = partsOf(root).findIndex((part) => part === button);
    // pressed twice, the submit button submits once
    if (index >= 0 && !(isSubmit && pressed.includes(index))) pressed.push(index);
  };
  for (const type of ['click', 'submit']) root.addEventListener(type, onPress, true);
  return () => {
    for (const type of ['click', 'submit']) root.removeEventListener(type, onPress, true);
  };
}

/** Records what was typed and chosen in the login. Returns a function that repeats it with events, from which React learns the values. */
function noteTyping(root: HTMLElement): () => void {
  const field = keyFieldIn(root);
  const key = field?.value;
  const isTicked = root.querySelector<HTMLInputElement>(':checked') !== null;
  const focusIndex = focusedIndex(root);
  const focusedField = field === document.activeElement && field;
  const [start, end] = focusedField ? [focusedField.selectionStart, focusedField.selectionEnd] : [];
  return () => {
    const newField = keyFieldIn(root);
    const checkbox = root.querySelector<HTMLInputElement>('[type=checkbox]');
    // without a login, because another tab has logged in meanwhile, there is nothing to repeat
    if (!newField || !checkbox) return;
    if (focusIndex !== focusedIndex(root)) partsOf(root)[focusIndex]?.focus();
    if (key) {
      // React does not notice a text that is set by `value`
      newField.value = '';
      newField.setRangeText(key);
      if (start !== undefined && end !== undefined) newField.setSelectionRange(start, end);
      newField.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (isTicked) {
      checkbox.checked = false;
      checkbox.click();
    }
  };
}

/** Renders the portal into the login or, if the login differs from what the portal will show, in its place. */
function handOver(login: EarlyLogin, code: string, render: (canHydrate: boolean) => void): void {
  const { root, template, sourceLanguage, pressed } = login;
  const isInLanguage = template.id === `login-${code}`;
  const page = document.documentElement;
  // the messages of the login's language could not be loaded, so the portal is in another language
  if (!isInLanguage && page.lang === template.lang) page.lang = sourceLanguage;
  const unchangedRoot = root.cloneNode();
  unchangedRoot.appendChild(copyOf(template));
  const typeAgain = noteTyping(root);
  // browser extensions may have changed the login
  render(isInLanguage && isPlainLogin() && root.isEqualNode(unchangedRoot));
  typeAgain();
  if (keyFieldIn(root)) for (const index of pressed) partsOf(root)[index]?.click();
}

function showLogin(root: HTMLElement, template: HTMLTemplateElement): void {
  const page = document.documentElement;
  const login: EarlyLogin = { root, template, sourceLanguage: page.lang, pressed: [] };
  root.appendChild(copyOf(template));
  page.lang = template.lang;
  // as in the portal, not on a phone, whose keyboard would cover the page
  if (matchMedia('(pointer: fine)').matches) keyFieldIn(root)?.focus();
  const stopNoting = notePresses(login);
  window.takeOverLogin = (code, render) => {
    delete window.takeOverLogin;
    stopNoting();
    handOver(login, code, render);
  };
}

/** Shows the login in the reader's language, if the portal will start with it. @param root the element into which the portal renders */
export function showEarlyLogin(root: HTMLElement): void {
  const template = isPlainLogin() && loginInLanguage();
  if (template) showLogin(root, template);
}
