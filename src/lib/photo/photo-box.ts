/** A size in pixels. */
export interface PhotoBox {
  width: number;
  height: number;
}

/** What stored photos are shrunk to fit (`decisions §5`). */
export const largeBox: PhotoBox = { width: 2_048, height: 2_048 };

/** What small renditions are shrunk to fit: a report's photo of 90 x 67.5 mm at 200 dpi. */
export const smallBox: PhotoBox = { width: 709, height: 532 };

/** The size of a picture that fits into a box, in whole pixels; never enlarged. */
export function fitted(picture: PhotoBox, box: PhotoBox): PhotoBox {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}
