import type { Plugin } from 'vite';

/** The replacements in the code of Vite's preload helper. */
const replacements: readonly [pattern: RegExp, replacement: string][] = [
  // a retry must find neither the promise of the first attempt …
  [/(\(err\) => \{\s*)seen\[href\] = (?:void 0|undefined);/u, '$1delete seen[href];'],
  // … nor its link
  [/if \(e\.type === "error"\) rej\(/u, 'if (e.type === "error") link.remove(), rej('],
];

/**
 * Lets a retry load the styles of a chunk again. Vite requests them only once, even if that failed, so a retry would show the screen
 * without styles.
 */
export function lastingStyles(): Plugin {
  return {
    name: 'lasting-styles',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/u },
      handler(code) {
        let newCode = code;
        for (const [pattern, replacement] of replacements) {
          if (!pattern.test(newCode))
            this.error(`Another release of Vite: ${pattern.source} is not in its preload helper`);
          newCode = newCode.replace(pattern, replacement);
        }
        return { code: newCode, map: null };
      },
    },
  };
}
