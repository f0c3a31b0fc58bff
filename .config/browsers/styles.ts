import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identifier } from '@mdn/browser-compat-data';
import { parse, type AtRule, type ChildNode, type Container, type Declaration, type Document } from 'postcss';
import type { Finding } from './findings.ts';
import { compatData, lackingFirst } from './supported.ts';

// For `npm run browsers`: finds at-rules, selectors, properties, values and functions in style sheets that a supported browser lacks.

/** A feature that a style sheet uses. */
interface Part {
  /** The name that the check prints, such as `@page`, `:has`, `text-wrap`, `overflow: clip` or `color-mix()`. */
  feature: string;
  /** The path of the feature in the compat data, below `css`. */
  path: readonly string[];
  /** A regular expression that finds the feature in a line of the source. */
  pattern: string;
}

/** The paths of CSS functions by name. The compat data lists a function below the type of its result, such as `color-mix` below `color`. */
function functionPaths(): Map<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>();
  const add = (parent: Identifier, path: readonly string[]) => {
    for (const name of Object.keys(parent).filter((key) => key !== '__compat')) {
      if (!paths.has(name)) paths.set(name, [...path, name]);
      add(parent[name] ?? {}, [...path, name]);
    }
  };
  add(compatData().css['types'] ?? {}, ['types']);
  return paths;
}

/** The first group of each match. */
const wordsIn = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, match = '']) => match);

/** A regular expression for a whole word of CSS, which may contain hyphens. */
const word = (text: string) => String.raw`(?<![\w-])${text}(?![\w-])`;

function partsOfRule({ name, params, parent }: AtRule): Part[] {
  // a margin of the paper, such as `@top-left`
  const isMargin = parent?.type === 'atrule' && 'name' in parent && parent.name === 'page';
  const inner = name === 'supports' ? [] : wordsIn(params, /[(\s]([a-z-]+)/gu);
  return [
    {
      feature: `@${name}`,
      path: isMargin ? ['at-rules', 'page', `at_${name}`] : ['at-rules', name],
      pattern: `@${name}`,
    },
    ...inner.map((feature) => ({
      feature: `@${name} ${feature}`,
      path: ['at-rules', name, feature],
      pattern: `@${name}.*${word(feature)}`,
    })),
  ];
}

function partsOfSelector(selector: string): Part[] {
  return wordsIn(selector, /(::?[a-z][\w-]*|&)/gu).map((feature) => ({
    feature,
    path: ['selectors', feature === '&' ? 'nesting' : feature.replaceAll(':', '')],
    pattern: feature,
  }));
}

function partsOfDeclaration(
  { prop, value }: Declaration,
  functions: ReadonlyMap<string, readonly string[]>,
): readonly Part[] {
  // not for custom properties, and properties with the prefix of an engine
  if (prop.startsWith('-')) return [];
  const pattern = String.raw`(?<![\w-])${prop}\s*:`;
  const text = value.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)/gu, '');
  const calls = wordsIn(text, /(?<![\w-])([a-z][a-z-]*)\(/gu).map((name) => ({
    feature: `${name}()`,
    path: functions.get(name) ?? [],
    pattern: String.raw`(?<![\w-])${name}\(`,
  }));
  const values = wordsIn(text, /(?<![\w-])([a-z][a-z-]*)(?![\w(-])/gu).map((name) => ({
    feature: `${prop}: ${name}`,
    path: ['properties', prop, name],
    pattern: `${pattern}.*${word(name)}`,
  }));
  return [{ feature: prop, path: ['properties', prop], pattern }, ...calls, ...values];
}

const lackingPart = ({ path }: Part) => lackingFirst(['css', ...path]);

/** Whether the rule also has the property with the prefix `-webkit-`, which the build adds for older browsers. */
const isPrefixed = (node: ChildNode) =>
  node.type === 'decl' &&
  Boolean(node.parent?.some((other) => other.type === 'decl' && other.prop === `-webkit-${node.prop}`));

/** Whether the style is inside an `@supports` for the feature. */
function isInSupports(node: ChildNode, { feature }: Part): boolean {
  const name = feature.replace(/(?<=.):.*$|\(\)$/u, '');
  let outer: Container | Document | undefined = node.parent;
  while (outer) {
    const params = 'name' in outer && outer.name === 'supports' && 'params' in outer ? String(outer.params) : '';
    if (!/^not\b/u.test(params) && params.includes(name)) return true;
    outer = outer.parent;
  }
  return false;
}

/** The lines of the portal's own style sheets. */
function sourceLines(): { place: string; line: string }[] {
  const folder = join(import.meta.dirname, '../../src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.startsWith('guides'))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .map((line, index) => ({ place: `src/${file.replaceAll('\\', '/')}:${index + 1}`, line })),
    );
}

/**
 * The places where style sheets need a feature that a supported browser lacks.
 * @param built the style sheets of a build, by file. Features that the build translates for older browsers are not in them any more
 */
export function missingInStyles(built: ReadonlyMap<string, string>): Finding[] {
  const functions = functionPaths();
  const missingParts = new Map<string, Part & { asset: string }>();
  for (const [asset, css] of built)
    parse(css).walk((node) => {
      if (node.type === 'comment' || isPrefixed(node)) return;
      const parts =
        node.type === 'atrule'
          ? partsOfRule(node)
          : node.type === 'rule'
            ? partsOfSelector(node.selector)
            : partsOfDeclaration(node, functions);
      const missing = parts.filter((part) => lackingPart(part).length > 0 && !isInSupports(node, part));
      // if a property is missing, its values and functions are not reported
      for (const part of node.type === 'decl' ? missing.slice(0, 1) : missing)
        if (!missingParts.has(part.feature)) missingParts.set(part.feature, { ...part, asset });
    });
  const lines = sourceLines();
  return Array.from(missingParts.values()).flatMap((part) => {
    const pattern = new RegExp(part.pattern, 'u');
    const places = lines.filter(({ line }) => pattern.test(line)).map(({ place }) => place);
    const browsers = lackingPart(part);
    return (places.length > 0 ? places : [part.asset]).map((place) => ({ place, feature: part.feature, browsers }));
  });
}
