/** A text with a capital first letter, to begin a sentence. */
export function withCapital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** A text with a small first letter, to go on within a sentence. */
export function withoutCapital(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}
