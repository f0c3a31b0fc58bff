import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identifier } from '@mdn/browser-compat-data';
import { parse, type AtRule, type ChildNode, type Container, type Declaration, type Document } from 'postcss';
import type { Finding } from './findings.ts';
import { compatData, lackingFirst } from './supported.ts';

/** A part of a style sheet. */
interface Part {
  /** As `@page`, `:has`, `text-wrap`, `overflow: clip` or `color-mix()`. */
  feature: string;
  /** Where the compat data has it, below `css`. */
  path: readonly string[];
  /** A pattern of how the source says it. */
  said: string;
}

/** The functions of values by their names: the data has them below the types that they make, as `color-mix` in `color`. */
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

const wordsIn = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found = '']) => found);

const word = (text: string) => String.raw`(?<![\w-])${text}(?![\w-])`;

function partsOfRule({ name, params, parent }: AtRule): Part[] {
  const isMargin = parent?.type === 'atrule' && 'name' in parent && parent.name === 'page';
  const inner = name === 'supports' ? [] : wordsIn(params, /[(\s]([a-z-]+)/gu);
  return [
    { feature: `@${name}`, path: isMargin ? ['at-rules', 'page', `at_${name}`] : ['at-rules', name], said: `@${name}` },
    ...inner.map((feature) => ({
      feature: `@${name} ${feature}`,
      path: ['at-rules', name, feature],
      said: `@${name}.*${word(feature)}`,
    })),
  ];
}

function partsOfSelector(selector: string): Part[] {
  return wordsIn(selector, /(::?[a-z][\w-]*|&)/gu).map((feature) => ({
    feature,
    path: ['selectors', feature === '&' ? 'nesting' : feature.replaceAll(':', '')],
    said: feature,
  }));
}

function partsOfDeclaration(
  { prop, value }: Declaration,
  functions: ReadonlyMap<string, readonly string[]>,
): readonly Part[] {
  // of the page itself, or of one engine
  if (prop.startsWith('-')) return [];
  const said = String.raw`(?<![\w-])${prop}\s*:`;
  const text = value.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)/gu, '');
  const calls = wordsIn(text, /(?<![\w-])([a-z][a-z-]*)\(/gu).map((name) => ({
    feature: `${name}()`,
    path: functions.get(name) ?? [],
    said: String.raw`(?<![\w-])${name}\(`,
  }));
  const values = wordsIn(text, /(?<![\w-])([a-z][a-z-]*)(?![\w(-])/gu).map((name) => ({
    feature: `${prop}: ${name}`,
    path: ['properties', prop, name],
    said: `${said}.*${word(name)}`,
  }));
  return [{ feature: prop, path: ['properties', prop], said }, ...calls, ...values];
}

const lackingPart = ({ path }: Part) => lackingFirst(['css', ...path]);

/** Whether a rule says the same with the prefix of older browsers, as the build adds it. */
const isPrefixed = (node: ChildNode) =>
  node.type === 'decl' &&
  Boolean(node.parent?.some((other) => other.type === 'decl' && other.prop === `-webkit-${node.prop}`));

/** Whether a rule is only for browsers that have a feature. */
function isAsked(node: ChildNode, { feature }: Part): boolean {
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
 * Where style sheets need what a supported browser lacks.
 * @param built as a build writes them: what it translates for older browsers is no longer there
 */
export function missingInStyles(built: ReadonlyMap<string, string>): Finding[] {
  const functions = functionPaths();
  const found = new Map<string, Part & { asset: string }>();
  for (const [asset, css] of built)
    parse(css).walk((node) => {
      if (node.type === 'comment' || isPrefixed(node)) return;
      const parts =
        node.type === 'atrule'
          ? partsOfRule(node)
          : node.type === 'rule'
            ? partsOfSelector(node.selector)
            : partsOfDeclaration(node, functions);
      const missing = parts.filter((part) => lackingPart(part).length > 0 && !isAsked(node, part));
      // a property that is missing has no values
      for (const part of node.type === 'decl' ? missing.slice(0, 1) : missing)
        if (!found.has(part.feature)) found.set(part.feature, { ...part, asset });
    });
  const lines = sourceLines();
  return Array.from(found.values()).flatMap((part) => {
    const pattern = new RegExp(part.said, 'u');
    const places = lines.filter(({ line }) => pattern.test(line)).map(({ place }) => place);
    const browsers = lackingPart(part);
    return (places.length > 0 ? places : [part.asset]).map((place) => ({ place, feature: part.feature, browsers }));
  });
}
