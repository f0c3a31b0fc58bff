import type { Plugin } from 'vite';

/** What is replaced in Vite's preload helper, and by what. */
const mends: readonly [what: RegExp, by: string][] = [
  // the second try must not find the first one's answer …
  [/(\(err\) => \{\s*)seen\[href\] = (?:void 0|undefined);/u, '$1delete seen[href];'],
  // … nor its link
  [/if \(e\.type === "error"\) rej\(/u, 'if (e.type === "error") link.remove(), rej('],
];

/**
 * Vite asks once for the styles of a part of the portal and takes them for there ever after, even where the connection
 * was lost: the next try would bring a screen without its styles.
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
