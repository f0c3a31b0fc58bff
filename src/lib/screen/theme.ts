import { deviceStorage } from '../device/web-storage.ts';
import { createStore } from '../store.ts';

export type Theme = 'light' | 'dark';
/** `system` follows the device. */
export type ThemeChoice = 'system' | Theme;

const storageKey = 'portal.theme';
const darkQuery = matchMedia('(prefers-color-scheme: dark)');
/** The colour of the browser's bar on phones: `--nav` of each theme. */
const barColours: Record<Theme, string> = { light: '#17212b', dark: '#0a1016' };

export const themeChoice = createStore<ThemeChoice>(storedChoice());
/** The theme of the page. Its listeners are called when the colours of the new theme apply. */
export const shownTheme = createStore<Theme>(currentTheme());

function storedChoice(): ThemeChoice {
  const choice = deviceStorage.get(storageKey);
  return choice === 'light' || choice === 'dark' ? choice : 'system';
}

function currentTheme(): Theme {
  const choice = themeChoice.get();
  if (choice !== 'system') return choice;
  return darkQuery.matches ? 'dark' : 'light';
}

function applyTheme(): void {
  const theme = currentTheme();
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColours[theme]);
  shownTheme.set(theme);
}

export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.set(choice);
  if (choice === 'system') deviceStorage.remove(storageKey);
  else deviceStorage.set(storageKey, choice);
  applyTheme();
}

/** Applies the theme, and follows the device and other tabs. A script in `index.html` has set the theme of the first paint. */
export function watchTheme(): void {
  applyTheme();
  darkQuery.addEventListener('change', applyTheme);
  window.addEventListener('storage', ({ key }) => {
    // the key is null when the whole storage was cleared
    if (key !== storageKey && key !== null) return;
    themeChoice.set(storedChoice());
    applyTheme();
  });
}
