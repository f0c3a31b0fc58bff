import { useCallback } from 'react';

/** Shows a picture file in an `img` while it is there: its `ref`. */
export function useShownFile(file: Blob): (image: HTMLImageElement | null) => (() => void) | undefined {
  return useCallback(
    (image) => {
      if (!image) return undefined;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
}
