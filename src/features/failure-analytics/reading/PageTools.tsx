import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './PageTools.module.css';

/** What can be taken away: the year as a file, or the page on paper. */
export function PageTools({ onCsv }: { onCsv: () => void }) {
  return (
    <div className={styles.tools}>
      <Button onClick={onCsv}>
        <Icon name="download" />
        Export CSV
      </Button>
      <Button onClick={() => print()}>
        <Icon name="printer" />
        Print
      </Button>
    </div>
  );
}
