import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { parse } from 'acorn';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browsers, featureAt, lacking, supportedText } from '../../.config/browsers/supported.ts';
import { inEveryLanguage } from '../../.config/page-notices.ts';
import { languages } from '../../src/lib/language/languages.ts';
import { companyContact } from '../../src/records/company.ts';

const source = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
const scripts = Array.from(source.matchAll(/<script>(.*?)<\/script>/gsu), ([, script = '']) => script);
const [, body = ''] = /<body>(.*?)<script>/su.exec(inEveryLanguage(source)) ?? [];

/** Runs the scripts that the page runs before the portal, in the browser that the test imitates. */
function openPage(): void {
  document.body.innerHTML = body;
  runInThisContext(scripts[1] ?? '');
}

const notice = () => document.querySelector<HTMLElement>('#too-old:not([hidden])');
const dispatchError = (message: string) => dispatchEvent(new ErrorEvent('error', { message }));

beforeEach(() => {
  const listeners = new AbortController();
  const listen = addEventListener;
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type: string, listener: unknown) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the listener that the page passed
    listen(type, listener as EventListener, { signal: listeners.signal }),
  );
  vi.stubGlobal('CSS', { supports: () => true });
  return () => {
    listeners.abort();
    vi.unstubAllGlobals();
    document.body.innerHTML = '';
  };
});

describe('the page in a browser that is too old', () => {
  it('is readable for all browsers, because its scripts are ES5', () => {
    expect(scripts).toHaveLength(2);
    for (const script of scripts) expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow();
    expect(() => parse('(() => {})()', { ecmaVersion: 5 })).toThrow('Unexpected token');
  });

  it.each<[string, () => void]>([
    ['Chrome 110', () => vi.stubGlobal('CSS', { supports: () => false })],
    ['one without CSS.supports', () => vi.stubGlobal('CSS', undefined)],
    [
      'Safari 16.3',
      () =>
        vi.stubGlobal('RegExp', function OldRegExp(text: string) {
          if (text.includes('?<=')) throw new SyntaxError('Invalid regular expression: invalid group specifier name');
        }),
    ],
    ['Firefox 114', () => Reflect.set(Array.prototype, 'toSorted', undefined)],
  ])('shows a notice in three languages with the versions and the hotline, and starts nothing: %s', (_, makeOld) => {
    const { toSorted } = Array.prototype;
    makeOld();
    openPage();
    Reflect.set(Array.prototype, 'toSorted', toSorted);
    const paragraphs = Array.from(notice()?.querySelectorAll('p') ?? []);
    expect(paragraphs.map(({ lang }) => lang)).toEqual(['', ...Object.keys(languages).filter((code) => code !== 'en')]);
    for (const { textContent } of paragraphs) {
      expect(textContent).toContain(supportedText);
      expect(textContent).toContain(companyContact.hotline);
    }
    const link = notice()?.querySelector('a')?.href;
    expect(link).toBe(`tel:${companyContact.hotline.replaceAll(/\D/gu, '')}`);
    expect(document.getElementById('root')).toBeNull();
  });

  it('shows no notice in a supported browser, unless that cannot parse the script', () => {
    openPage();
    expect(document.getElementById('too-old')).toBeNull();
    dispatchError('TypeError: x is undefined');
    expect(notice()).toBeNull();
    dispatchError("Uncaught SyntaxError: Unexpected token '{'");
    expect(notice()?.textContent).toContain('This browser is too old for the portal.');
  });

  it('does nothing to a portal that has started', () => {
    openPage();
    document.getElementById('root')?.append('Login');
    dispatchError('SyntaxError: late');
    expect(document.body.textContent).toContain('Login');
    expect(notice()).toBeNull();
  });

  it('shows the notice instead of a login that was painted before it could start', () => {
    openPage();
    document.getElementById('root')?.append('Login');
    window.takeOverLogin = () => undefined;
    dispatchError('SyntaxError: Unexpected token');
    delete window.takeOverLogin;
    expect(document.body.textContent).not.toContain('Login');
    expect(notice()).not.toBeNull();
  });

  it('checks for features that every supported browser has and that earlier browsers lack', () => {
    const requiredFeatures = [
      featureAt(['javascript', 'builtins', 'Array', 'toSorted']),
      featureAt(['css', 'types', 'color', 'color-mix']),
      featureAt(['javascript', 'regular_expressions', 'lookbehind_assertion']),
    ].flatMap((feature) => feature ?? []);
    expect(requiredFeatures.flatMap((feature) => lacking(feature))).toEqual([]);
    const before = {
      chrome: '110',
      chrome_android: '110',
      edge: '110',
      firefox: '114',
      safari: '16.3',
      safari_ios: '16.3',
      samsunginternet_android: '21.0',
    };
    expect(new Set(requiredFeatures.flatMap((feature) => lacking(feature, before)))).toEqual(new Set(browsers));
  });
});
