import type { Ref } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './HistoryControls.module.css';

interface HistoryControlsProps {
  query: string;
  onQuery: (query: string) => void;
  searchRef: Ref<HTMLInputElement>;
  /** Whether there is nothing to take away. */
  empty: boolean;
  onExport: () => void;
}

/** The search, and what can be taken away: a file or paper. */
export function HistoryControls({ query, onQuery, searchRef, empty, onExport }: HistoryControlsProps) {
  return (
    <div className={styles.controls}>
      <div className={styles.search}>
        <TextField
          label="Search titles and texts"
          type="search"
          autoComplete="off"
          inputRef={searchRef}
          value={query}
          onChange={onQuery}
        />
      </div>
      <div className={styles.actions}>
        <Button disabled={empty} onClick={onExport}>
          <Icon name="download" />
          Export CSV
        </Button>
        <Button disabled={empty} onClick={() => print()}>
          <Icon name="printer" />
          Print
        </Button>
      </div>
    </div>
  );
}
