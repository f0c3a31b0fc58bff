/** @param text one character per byte */
export function beginsWith(bytes: Uint8Array, text: string): boolean {
  return (
    bytes.length >= text.length && Array.from(text).every((character, at) => bytes[at] === character.charCodeAt(0))
  );
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
