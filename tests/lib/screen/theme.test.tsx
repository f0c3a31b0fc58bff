import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const page = document.documentElement;
let darkQuery: EventTarget & { matches: boolean };
const barColour = () => document.querySelector('meta[name="theme-color"]')?.getAttribute('content');

/** Loads the module as a page does that was just opened. */
async function open() {
  vi.resetModules();
  const theme = await import('../../../src/lib/screen/theme.ts');
  theme.watchTheme();
  return theme;
}

function deviceTurns(dark: boolean): void {
  darkQuery.matches = dark;
  darkQuery.dispatchEvent(new Event('change'));
}

beforeEach(() => {
  darkQuery = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => darkQuery);
  document.head.innerHTML = '<meta name="theme-color" content="#17212B">';
});
afterEach(() => {
  document.head.innerHTML = '';
  delete page.dataset['theme'];
});

describe('the theme', () => {
  it('is that of the device, and changes with it', async () => {
    const { shownTheme } = await open();
    expect([page.dataset['theme'], barColour()]).toEqual(['light', '#17212b']);
    const onTheme = vi.fn<(theme: string | undefined) => void>();
    shownTheme.subscribe(() => onTheme(page.dataset['theme']));
    deviceTurns(true);
    expect([page.dataset['theme'], barColour()]).toEqual(['dark', '#0a1016']);
    // listeners read the design tokens, so the page already has the new ones
    expect(onTheme.mock.calls).toEqual([['dark']]);
  });

  it('is the chosen one on this device, until the choice is System again', async () => {
    const { chooseTheme } = await open();
    chooseTheme('dark');
    expect(page.dataset['theme']).toBe('dark');
    const { themeChoice } = await open();
    expect([themeChoice.get(), page.dataset['theme']]).toEqual(['dark', 'dark']);
    deviceTurns(true);
    deviceTurns(false);
    expect(page.dataset['theme']).toBe('dark');
    const later = await open();
    later.chooseTheme('system');
    expect([page.dataset['theme'], localStorage.length]).toEqual(['light', 0]);
  });

  it('follows a choice in another tab', async () => {
    await open();
    localStorage.setItem('portal.theme', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'portal.theme' }));
    expect(page.dataset['theme']).toBe('dark');
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(page.dataset['theme']).toBe('light');
  });

  it('stays until the page closes if nothing can be stored', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const { chooseTheme } = await open();
    chooseTheme('dark');
    expect(page.dataset['theme']).toBe('dark');
  });

  it("sets the colour of a phone's bars to that of the menu", () => {
    const tokens = readFileSync(join(root, 'src/styles/tokens.css'), 'utf8');
    const code = readFileSync(join(root, 'src/lib/screen/theme.ts'), 'utf8');
    const bars = Array.from(tokens.matchAll(/--nav: (#\w+)/gu), ([, colour]) => colour);
    expect(bars).toHaveLength(2);
    expect(code).toContain(`{ light: '${bars[0]}', dark: '${bars[1]}' }`);
  });
});

describe('the script of the first paint', () => {
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  const [, script = ''] = /<script>(.*?)<\/script>/su.exec(html) ?? [];

  it.each([
    [null, false, 'light'],
    [null, true, 'dark'],
    ['dark', false, 'dark'],
    ['light', true, 'light'],
    ['blue', true, 'dark'],
  ])('sets the same theme as the portal: chosen %s, device dark %s', async (choice, dark, expectedTheme) => {
    if (choice) localStorage.setItem('portal.theme', choice);
    darkQuery.matches = dark;
    runInThisContext(script);
    expect(page.dataset['theme']).toBe(expectedTheme);
    delete page.dataset['theme'];
    await open();
    expect(page.dataset['theme']).toBe(expectedTheme);
  });

  it('uses the theme of the device if the storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    runInThisContext(script);
    expect(page.dataset['theme']).toBe('light');
  });
});
