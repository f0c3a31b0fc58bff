/** A size in pixels. */
export interface PhotoBox {
  width: number;
  height: number;
}

/** The largest size of stored photos (`decisions §5`). */
export const largeBox: PhotoBox = { width: 2_048, height: 2_048 };

/** The largest size of small renditions: a photo of 90 x 67.5 mm in a report, at 200 dpi. */
export const smallBox: PhotoBox = { width: 709, height: 532 };

/** The size of a picture after it is shrunk to fit into a box, in whole pixels. A picture is never enlarged. */
export function fitted(picture: PhotoBox, box: PhotoBox): PhotoBox {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}
