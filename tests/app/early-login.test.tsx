import { act } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, setSession } from '../../src/lib/device/session.ts';
import { deviceStorage, draftPrefix } from '../../src/lib/device/web-storage.ts';
import { languageKey, preferredLanguage } from '../../src/lib/language/choice.ts';
import { languageCodes } from '../../src/lib/language/languages.ts';
import { userSession } from '../support/render-route.tsx';

const form = (code: string) => `<main>${code}<form>
  <input name="secret-key" value=""><button type="button">Show</button><input type="checkbox" name="keep">
  <button type="submit">Login</button></form></main>`;
const templates = languageCodes().map((code) => `<template id="login-${code}" lang="${code}">${form(code)}</template>`);

const root = () => document.getElementById('root');
const part = (selector: string) => document.querySelector<HTMLInputElement>(`#root ${selector}`);

/** Opens the page as it is before the portal's script comes. Returns the language of the painted login, if there is one. */
async function openPage(): Promise<string | undefined> {
  document.documentElement.lang = 'en-GB';
  document.body.innerHTML = `<div id="root"></div>${templates.join('')}`;
  vi.resetModules();
  const { showEarlyLogin } = await import('../../src/early-login.ts');
  const rootOfPage = root();
  if (rootOfPage) showEarlyLogin(rootOfPage);
  return root()?.querySelector('main')?.firstChild?.textContent ?? undefined;
}

/** Lets the portal take over the login. Returns whether the portal has reused its elements. */
function takeOver(code = 'en'): boolean | undefined {
  let isReused: boolean | undefined;
  window.takeOverLogin?.(code, (canHydrate) => {
    isReused = canHydrate;
    if (!canHydrate) root()?.replaceChildren(document.createRange().createContextualFragment(form(code)));
  });
  return isReused;
}

beforeEach(() => () => {
  delete window.takeOverLogin;
  document.body.innerHTML = '';
});

describe('the login before its script', () => {
  it.each<[string, () => void]>([
    ['nothing is stored', () => undefined],
    ['the installed portal is opened', () => history.replaceState(null, '', '/?app')],
    ['only choices are stored', () => localStorage.setItem('portal.theme', 'dark')],
    [
      'nothing can be stored',
      () =>
        vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
          throw new DOMException('blocked', 'SecurityError');
        }),
    ],
  ])('is shown if %s', async (_, prepare) => {
    prepare();
    expect(await openPage()).toBe('en');
  });

  it.each<[string, () => void]>([
    ['a session of the tab', () => setSession({ ...userSession, kept: false })],
    ['a session of the device', () => setSession({ ...userSession, kept: true })],
    [
      'the mark of a session that has ended',
      () => {
        setSession({ ...userSession, kept: true });
        endSession('expired');
      },
    ],
    ['a draft', () => void deviceStorage.set(`${draftPrefix}1/site/1`, '{}')],
    ['a link that leads on', () => history.replaceState(null, '', '/?next=/guide')],
    ['the path of a screen', () => history.replaceState(null, '', '/profile')],
  ])('is not shown with %s', async (_, prepare) => {
    act(prepare);
    expect(await openPage()).toBeUndefined();
    expect(window.takeOverLogin).toBeUndefined();
  });

  it.each([
    ['fr', 'zh-CN', 'ms-MY'],
    ['ms', 'zh-CN'],
    [null, 'ms-MY', 'en'],
    [null, 'fr-FR', 'ZH-Hant-TW'],
    [null, 'fr-FR'],
    [null],
  ])(
    'is in the language that the portal chooses: chosen %s, the browser asks for %s, %s',
    async (choice, ...browserLanguages) => {
      if (choice !== null) localStorage.setItem(languageKey, choice);
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue(
        browserLanguages.filter((each) => typeof each === 'string'),
      );
      expect(await openPage()).toBe(preferredLanguage());
      expect(document.documentElement.lang).toBe(preferredLanguage());
    },
  );
});

describe('the take-over of the login', () => {
  it('uses the same elements, and repeats each early press once', async () => {
    await openPage();
    const pressedNames: string[] = [];
    part('[type=button]')?.click();
    part('[type=submit]')?.click();
    part('[type=submit]')?.click();
    for (const type of ['click', 'submit'])
      root()?.addEventListener(type, (event) => {
        if (event.type === 'submit') event.preventDefault();
        pressedNames.push(`${event.type} ${event.target instanceof Element ? event.target.tagName : ''}`);
      });
    const before = part('[name=secret-key]');
    expect(takeOver()).toBe(true);
    expect(part('[name=secret-key]')).toBe(before);
    expect(pressedNames).toEqual(['click BUTTON', 'click BUTTON', 'submit FORM']);
    expect(window.takeOverLogin).toBeUndefined();
  });

  it.each<[string, string, () => void]>([
    ['an extension has changed the page', 'en', () => root()?.append('x')],
    ['another tab has stored something', 'en', () => void deviceStorage.set(`${draftPrefix}1/site/1`, '{}')],
    ['the messages did not come', 'ms', () => undefined],
  ])('uses new elements with the input and the focus if %s', async (_, language, change) => {
    localStorage.setItem(languageKey, language);
    await openPage();
    const field = part('[name=secret-key]');
    field?.focus();
    field?.setRangeText('ABCD');
    field?.setSelectionRange(1, 2);
    part('[name=keep]')?.click();
    change();
    expect(takeOver()).toBe(false);
    const next = part('[name=secret-key]');
    expect(next).not.toBe(field);
    expect(next).toHaveFocus();
    expect([next?.value, next?.selectionStart, next?.selectionEnd]).toEqual(['ABCD', 1, 2]);
    expect(part('[name=keep]')).toBeChecked();
    expect(document.documentElement.lang).toMatch(/^en/u);
  });

  it('does nothing again if there is no login any more', async () => {
    await openPage();
    part('[type=button]')?.click();
    window.takeOverLogin?.('en', () => {
      if (root()) document.body.innerHTML = '<div id="root"><button>Log out</button></div>';
    });
    expect(window.takeOverLogin).toBeUndefined();
  });
});
