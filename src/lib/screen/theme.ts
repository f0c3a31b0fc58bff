import { deviceStorage } from '../device/web-storage.ts';
import { createStore } from '../store.ts';

export type Theme = 'light' | 'dark';
/** `system` follows the device. */
export type ThemeChoice = 'system' | Theme;

const storageKey = 'portal.theme';
const darkQuery = matchMedia('(prefers-color-scheme: dark)');
/** `--nav` of each theme: the colour of the phone's bar around the page. */
const barColours: Record<Theme, string> = { light: '#17212b', dark: '#0a1016' };

export const themeChoice = createStore<ThemeChoice>(storedChoice());
/** Its listeners are called once the tokens of the new theme apply. */
export const shownTheme = createStore<Theme>(themeNow());

function storedChoice(): ThemeChoice {
  const choice = deviceStorage.get(storageKey);
  return choice === 'light' || choice === 'dark' ? choice : 'system';
}

function themeNow(): Theme {
  const choice = themeChoice.get();
  if (choice !== 'system') return choice;
  return darkQuery.matches ? 'dark' : 'light';
}

function applyTheme(): void {
  const theme = themeNow();
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

/** Follows the device and other tabs. A script in `index.html` has set the theme of the first paint. */
export function watchTheme(): void {
  applyTheme();
  darkQuery.addEventListener('change', applyTheme);
  window.addEventListener('storage', ({ key }) => {
    // null: the storage was cleared
    if (key !== storageKey && key !== null) return;
    themeChoice.set(storedChoice());
    applyTheme();
  });
}
