import type { Plugin } from 'vite';

/** Replacements in the router's module. */
const cuts: readonly [what: RegExp, by: string][] = [
  // names for its development tools, each of which keeps an unused component in the bundle
  [/^\w+\.displayName = "\w+";$/gmu, ''],
  [/= (?=React\d+\.forwardRef\()/gu, '= /* @__PURE__ */ '],
  // only the data router passes this
  [/let dataRouterState = dataRouterOpts\?\.state;/u, 'const dataRouterState = undefined;'],
  [/^RenderErrorBoundary\.contextType = \w+;$/mu, ''],
  [/isDataRoute \? useNavigateStable\(\) : /u, ''],
  // links prefetch in framework mode only
  [/= usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/u, '= [false, null, {}]'],
  [/React\d+\.createElement\(PrefetchPageLinks, \{ page: href \}\)/gu, 'null'],
];

/**
 * Lets the bundler drop forms, links and prefetching that only the router's other modes use: 2 KiB (gzip) of the first
 * load.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-\w+\.mjs$/u, code: /function PrefetchPageLinks\(/u },
      handler(code) {
        let lean = code;
        for (const [what, by] of cuts) {
          if (lean.search(what) === -1) this.error(`Another release of the router: ${what.source} is not in it`);
          lean = lean.replace(what, by);
        }
        return { code: lean, map: null };
      },
    },
  };
}
