import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextKey } from '../src/lib/language/translate.ts';
import { asDoor, doors } from './door-page.ts';
import { noticeMessages } from './page-notices.ts';
import { isNode, lineAt, sourceFiles, treeOf } from './source-files.ts';

/** A message of the portal, by its key in the catalogues: the English text, with its context if it has one. */
interface FoundMessage {
  english: string;
  /** Paths below `src`. */
  files: string[];
}

export interface Messages {
  byKey: Map<string, FoundMessage>;
  /** Messages that are no literals, or that are said when a module is loaded. */
  problems: string[];
}

/** Which argument of these functions of `lib/language` is the message. */
export const messageArgument: Record<string, number> = {
  t: 0,
  message: 0,
  rich: 0,
  richHtml: 0,
  storedMessage: 0,
  tIn: 1,
};
const isFunction = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/u;

/** The texts that an expression may be; null for one that is not written out. */
export function literalsOf(node: unknown): string[] | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']];
  if (node.type === 'ConditionalExpression') {
    const [yes, no] = [literalsOf(node['consequent']), literalsOf(node['alternate'])];
    return yes && no && [...yes, ...no];
  }
  if (node.type === 'ParenthesizedExpression') return literalsOf(node['expression']);
  return null;
}

/** Every message of the portal, in `src` and in its pages, and what is wrong with them. */
export function findMessages(): Messages {
  const found: Messages = { byKey: new Map(), problems: [] };
  for (const { file, source } of sourceFiles())
    if (!file.startsWith('lib/language/')) readMessages(file, source, found);
  const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
  for (const english of [page, ...doors.map((door) => asDoor(page, door))].flatMap(noticeMessages))
    found.byKey.set(english, { english, files: ['../index.html'] });
  return found;
}

/** Adds the messages of one file. */
export function readMessages(file: string, source: string, found: Messages): void {
  // a file that says nothing need not be parsed
  if (!source.includes('lib/language/') && !source.includes('/language/translate')) return;
  const look = (node: unknown, inFunction: boolean): void => {
    if (Array.isArray(node)) for (const each of node) look(each, inFunction);
    if (!isNode(node)) return;
    const callee = node['callee'];
    const name =
      node.type === 'CallExpression' && isNode(callee) && callee.type === 'Identifier' ? String(callee['name']) : '';
    const argumentIndex = Object.hasOwn(messageArgument, name) ? messageArgument[name] : undefined;
    if (argumentIndex !== undefined && Array.isArray(node['arguments'])) {
      const given: unknown[] = node['arguments'];
      const [texts, context] = [
        literalsOf(given[argumentIndex]),
        argumentIndex === 0 ? null : literalsOf(given[0])?.[0],
      ];
      const where = `${file}:${lineAt(source, node.start)}`;
      if (texts === null || context === undefined) found.problems.push(`${where}: not a literal`);
      if (!inFunction && name !== 'message') found.problems.push(`${where}: said when the module is loaded`);
      for (const english of texts ?? []) {
        const key = context ? contextKey(context, english) : english;
        const known = found.byKey.get(key) ?? { english, files: [] };
        if (!known.files.includes(file)) known.files.push(file);
        found.byKey.set(key, known);
      }
    }
    const inner = inFunction || isFunction.test(node.type) || node.type === 'MethodDefinition';
    for (const [key, value] of Object.entries(node)) if (key !== 'type') look(value, inner);
  };
  look(treeOf({ file, source }), false);
}
