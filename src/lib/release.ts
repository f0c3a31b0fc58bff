/** Identifies this page's release by the hash in its script's name, such as `D3kX9a`; `development` without a build. */
export function thisRelease(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';
  return /\/assets\/[^/]*?-([\w-]+)\.js$/u.exec(script)?.[1] ?? 'development';
}
