/** The URL in a text, resolved from a base; null if it is invalid. `URL.canParse` is too new (`decisions §13`). */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
