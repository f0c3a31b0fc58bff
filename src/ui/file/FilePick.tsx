import type { ReactNode } from 'react';
import buttons from '../Button.module.css';
import styles from './FilePick.module.css';

interface FilePickProps {
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** No `capture`: phones then offer both the camera and the gallery. */
export function FilePick({ accept, multiple = false, onFiles, children }: FilePickProps) {
  return (
    <label className={`${buttons.button} ${buttons.secondary} ${styles.pick}`}>
      <input
        type="file"
        className={styles.input}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // lets the same file be chosen again
          event.target.value = '';
          onFiles(files);
        }}
      />
      {children}
    </label>
  );
}
