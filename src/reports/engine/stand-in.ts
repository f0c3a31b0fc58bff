// unlike anything that a person types, and unlike that of another document
const secret = crypto.getRandomValues(new Uint8Array(16));

/**
 * A JPEG of one grey pixel that is found again: head, a name that is nowhere else, end. jsPDF gets it in the place of a
 * photo that is still on its way, and would turn a whole one into text several times over.
 */
export function standIn(number: number): Uint8Array {
  const name = [...secret, ...[24, 16, 8, 0].map((shift) => (number >> shift) & 0xff)];
  const frame = [8, 0, 1, 0, 1, 1, 1, 0x11, 0];
  // jsPDF looks for the size behind the first segment
  return new Uint8Array([0xff, 0xd8, ...segment(0xfe, name), ...segment(0xc0, frame), 0xff, 0xd9]);
}

function segment(marker: number, content: number[]): number[] {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...content];
}
