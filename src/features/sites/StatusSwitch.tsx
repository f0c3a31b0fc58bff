import { useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import texts from '../../ui/text.module.css';
import styles from './StatusSwitch.module.css';

interface StatusSwitchProps {
  label: string;
  online: boolean;
  onChange: (online: boolean) => void;
}

export function StatusSwitch({ label, online, onChange }: StatusSwitchProps) {
  const id = useId();
  return (
    <div className={styles.status}>
      <label id={`${id}-label`} className={`${texts.small} ${styles.label}`} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control}>
        <input
          id={id}
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={online}
          aria-checked={online}
          // the second label is only to be pressed: a switch announces its own state
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-says`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label id={`${id}-says`} className={online ? styles.online : styles.offline} htmlFor={id}>
          <Icon name={online ? 'gate-up' : 'gate-down'} />
          {online ? 'System Online' : 'System Offline'}
        </label>
      </div>
    </div>
  );
}
