import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextKey } from '../src/lib/language/translate.ts';
import { asDoor, doors } from './door-page.ts';
import { noticeMessages } from './page-notices.ts';
import { isNode, lineAt, sourceFiles, treeOf } from './source-files.ts';

/** A message of the portal. */
interface FoundMessage {
  english: string;
  /** The paths below `src` of the files that use it. */
  files: string[];
}

export interface Messages {
  /** The messages by their keys in the catalogues: the English text, with the context if there is one. */
  byKey: Map<string, FoundMessage>;
  /** The places of messages that are no literals, or that are translated while a module is loaded. */
  problems: string[];
}

/** The index of the argument that is the message, for each function of `lib/language` that takes a message. */
export const messageArgument: Record<string, number> = {
  t: 0,
  message: 0,
  rich: 0,
  richHtml: 0,
  storedMessage: 0,
  tIn: 1,
};
const isFunction = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/u;

/** The texts that an expression may have as its value; null if it is not a literal or a choice of literals. */
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

/** All messages of the portal, in `src` and in its HTML pages, and the problems with them. */
export function findMessages(): Messages {
  const messages: Messages = { byKey: new Map(), problems: [] };
  for (const { file, source } of sourceFiles())
    if (!file.startsWith('lib/language/')) readMessages(file, source, messages);
  const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
  for (const english of [page, ...doors.map((door) => asDoor(page, door))].flatMap(noticeMessages))
    messages.byKey.set(english, { english, files: ['../index.html'] });
  return messages;
}

/** Adds the messages and problems of one file. */
export function readMessages(file: string, source: string, messages: Messages): void {
  // a file that imports none of these functions need not be parsed
  if (!source.includes('lib/language/') && !source.includes('/language/translate')) return;
  const visit = (node: unknown, inFunction: boolean): void => {
    if (Array.isArray(node)) for (const child of node) visit(child, inFunction);
    if (!isNode(node)) return;
    const callee = node['callee'];
    const name =
      node.type === 'CallExpression' && isNode(callee) && callee.type === 'Identifier' ? String(callee['name']) : '';
    const argumentIndex = Object.hasOwn(messageArgument, name) ? messageArgument[name] : undefined;
    if (argumentIndex !== undefined && Array.isArray(node['arguments'])) {
      const args: unknown[] = node['arguments'];
      const texts = literalsOf(args[argumentIndex]);
      // only `tIn` has its message second; its first argument is the context. Null for no context, undefined if it is no literal
      const context = argumentIndex === 0 ? null : literalsOf(args[0])?.[0];
      const place = `${file}:${lineAt(source, node.start)}`;
      if (texts === null || context === undefined) messages.problems.push(`${place}: not a literal`);
      if (!inFunction && name !== 'message') messages.problems.push(`${place}: translated while the module is loaded`);
      for (const english of texts ?? []) {
        const key = context ? contextKey(context, english) : english;
        const foundMessage = messages.byKey.get(key) ?? { english, files: [] };
        if (!foundMessage.files.includes(file)) foundMessage.files.push(file);
        messages.byKey.set(key, foundMessage);
      }
    }
    const isChildInFunction = inFunction || isFunction.test(node.type) || node.type === 'MethodDefinition';
    for (const [key, value] of Object.entries(node)) if (key !== 'type') visit(value, isChildInFunction);
  };
  visit(treeOf({ file, source }), false);
}
