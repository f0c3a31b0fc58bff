import type { Plugin } from 'vite';

/** Replacements in Vite's preload helper. */
const mends: readonly [what: RegExp, by: string][] = [
  // a retry must not find the first attempt's promise …
  [/(\(err\) => \{\s*)seen\[href\] = (?:void 0|undefined);/u, '$1delete seen[href];'],
  // … nor its link
  [/if \(e\.type === "error"\) rej\(/u, 'if (e.type === "error") link.remove(), rej('],
];

/**
 * Vite requests the styles of a chunk once and then considers them loaded, even if the connection was lost: a retry
 * would show the screen without styles.
 */
export function lastingStyles(): Plugin {
  return {
    name: 'lasting-styles',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/u },
      handler(code) {
        let mended = code;
        for (const [what, by] of mends) {
          if (!what.test(mended)) this.error(`Another release of Vite: ${what.source} is not in its preload helper`);
          mended = mended.replace(what, by);
        }
        return { code: mended, map: null };
      },
    },
  };
}
