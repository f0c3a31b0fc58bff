import type { Plugin } from 'vite';

/** What is replaced in the router's module, and by what. */
const cuts: readonly [what: RegExp, by: string][] = [
  // names for its development tools: each keeps a part alive that nothing else uses
  [/^\w+\.displayName = "\w+";$/gmu, ''],
  [/= (?=React\d+\.forwardRef\()/gu, '= /* @__PURE__ */ '],
  // what only the data router hands over
  [/let dataRouterState = dataRouterOpts\?\.state;/u, 'const dataRouterState = undefined;'],
  [/^RenderErrorBoundary\.contextType = \w+;$/mu, ''],
  [/isDataRoute \? useNavigateStable\(\) : /u, ''],
  // a link fetches pages ahead in the framework mode only
  [/= usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/u, '= [false, null, {}]'],
  [/React\d+\.createElement\(PrefetchPageLinks, \{ page: href \}\)/gu, 'null'],
];

/**
 * Lets the bundler leave out the forms, the links and the fetching ahead that only the router's other modes have: 2 KiB
 * (gzip) of the first load.
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
