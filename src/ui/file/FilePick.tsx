import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import buttons from '../Button.module.css';
import styles from './FilePick.module.css';

interface FilePickProps {
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that chooses files. The input has no `capture` attribute, so that phones offer both the camera and the gallery. */
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
          // an input reports only changes, so it is emptied to let the same file be chosen again
          event.target.value = '';
          onFiles(files);
        }}
      />
      {children}
    </label>
  );
}

/**
 * In ms: without a `dragover` event for this long, the drag has left the window. `dragleave` does not tell, because it is also sent at
 * each border of an element in the page.
 */
const dragTimeoutMs = 200;

/**
 * Takes files that are dropped or pasted anywhere on the page. With a smaller drop zone, the browser would open a file that is dropped
 * beside it in place of the page. Returns whether files are being dragged over the page.
 */
export function useIncomingFiles(onFiles: (files: File[]) => void): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const takeFiles = useEffectEvent(onFiles);

  useEffect(() => {
    let leaveTimer: ReturnType<typeof setTimeout> | undefined;
    const onDragOver = (event: DragEvent) => {
      // a drag without files is a photo of the page that is being sorted
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsDragging(true);
      clearTimeout(leaveTimer);
      leaveTimer = setTimeout(() => setIsDragging(false), dragTimeoutMs);
    };
    const onDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsDragging(false);
      takeFiles([...event.dataTransfer.files]);
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // text wins over files: office programs add an image of the text to each copied text
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      takeFiles(files);
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      clearTimeout(leaveTimer);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
  return isDragging;
}
