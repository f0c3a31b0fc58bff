/** Bytes per second of a line that is slow but still one to work on: 256 kbit/s. */
const slowLine = 32_000;

/** Milliseconds that a body of so many bytes may take on its way to the server. */
export function sendingTime(bytes: number): number {
  return Math.ceil((bytes / slowLine) * 1_000);
}
