import { useId } from 'react';
import styles from './Segments.module.css';
import texts from './text.module.css';

interface Setting<Value extends string> {
  value: Value;
  label: string;
  /** The language of the label, if it is not the language of the page. */
  lang?: string;
}

interface SegmentsProps<Value extends string> {
  label: string;
  choices: readonly Setting<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
  /** The choice whose button gets the focus on mount. */
  focused?: Value | null;
}

/** A choice among a few settings, as buttons side by side. */
export function Segments<Value extends string>({ label, choices, chosen, onChoose, focused }: SegmentsProps<Value>) {
  const id = useId();
  return (
    <div className={`${texts.smaller} ${styles.switch}`} role="group" aria-labelledby={id}>
      <span id={id} className={`${texts.muted} ${styles.name}`}>
        {label}
      </span>
      <div className={styles.choices}>
        {choices.map(({ value, label: name, lang }) => (
          <button
            key={value}
            type="button"
            lang={lang}
            className={styles.choice}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it had the focus before the page was mounted anew
            autoFocus={value === focused}
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
