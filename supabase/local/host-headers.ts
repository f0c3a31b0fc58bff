export interface HeaderRule {
  matches: RegExp;
  headers: [name: string, value: string][];
}

/**
 * Reads a `_headers` file by the rules of Netlify and Cloudflare Pages: a line with a path (`*` matches any characters, `:name` one segment), then
 * indented lines `Name: value`.
 */
export function parseHostHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    if (!/^\s/.test(line)) {
      const pattern = trimmed
        .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
        .replace(/\*|:\w+/g, (part) => (part === '*' ? '.*' : '[^/]+'));
      rules.push({ matches: new RegExp(`^${pattern}$`), headers: [] });
    } else {
      const colon = trimmed.indexOf(':');
      rules.at(-1)?.headers.push([trimmed.slice(0, colon).trim(), trimmed.slice(colon + 1).trim()]);
    }
  }
  return rules;
}

/** The headers of a path. If several rules set a header, the last rule wins. */
export function headersFor(rules: HeaderRule[], pathname: string): Headers {
  const headers = new Headers();
  for (const rule of rules) {
    if (rule.matches.test(pathname)) for (const [name, value] of rule.headers) headers.set(name, value);
  }
  return headers;
}
