import { useEffect, useRef, useState } from 'react';

/** Milliseconds without a word of it after which a drag has left the window. */
const silence = 200;

/**
 * Takes files that are dropped anywhere on the page or pasted; beside the field, the browser would open them instead
 * of the page. The answer is true while files are dragged over it.
 */
export function useIncomingFiles(onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  }, [onFiles]);

  useEffect(() => {
    let left: ReturnType<typeof setTimeout> | undefined;
    const onDragOver = (event: DragEvent) => {
      // photos of the list are dragged too, to be sorted
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
      clearTimeout(left);
      left = setTimeout(() => setDragging(false), silence);
    };
    const onDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(false);
      take.current([...event.dataTransfer.files]);
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // text out of an office program brings a picture of itself along
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      take.current(files);
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      clearTimeout(left);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
  return dragging;
}
