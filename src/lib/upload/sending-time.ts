/** Bytes per second of the slowest line still usable: 256 kbit/s. */
const minBytesPerSecond = 32_000;

/** How long sending may take on the slowest usable line, in milliseconds. */
export function sendingTimeMs(bytes: number): number {
  return Math.ceil((bytes / minBytesPerSecond) * 1_000);
}
