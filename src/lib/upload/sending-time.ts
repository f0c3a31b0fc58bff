/** The speed of the slowest usable line in bytes per second: 256 kbit/s. */
const minBytesPerSecond = 32_000;

/** How long (ms) it takes to send so many bytes on the slowest usable line. */
export function sendingTimeMs(bytes: number): number {
  return Math.ceil((bytes / minBytesPerSecond) * 1_000);
}
