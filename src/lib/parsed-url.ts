/** A URL, resolved from a base; null when the text is none. `URL.canParse` is too new (`decisions §13`). */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
