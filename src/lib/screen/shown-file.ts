import { useCallback } from 'react';

/** The `ref` of an `img` that shows a picture file. The object URL is revoked when the element is removed. */
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
