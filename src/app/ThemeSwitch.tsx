import { useStore } from '../lib/store.ts';
import { chooseTheme, themeChoice } from '../lib/screen/theme.ts';
import styles from './ThemeSwitch.module.css';

const choices = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function ThemeSwitch() {
  const chosen = useStore(themeChoice);
  return (
    <div className={styles.switch} role="group" aria-labelledby="theme-switch">
      <span id="theme-switch" className={styles.name}>
        Theme
      </span>
      {choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={styles.choice}
          aria-pressed={chosen === value}
          onClick={() => chooseTheme(value)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
