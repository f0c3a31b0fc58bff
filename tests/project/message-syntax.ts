import { literalsOf, messageArgument } from '../../.config/messages.ts';
import { isNode, type Node } from '../../.config/source-files.ts';
import type { parseMessage } from '../../src/lib/language/format.ts';

export const at = (node: Node, name: string): Node | null => {
  const value = node[name];
  return isNode(value) ? value : null;
};
export const listAt = (node: Node, name: string): Node[] => {
  const value = node[name];
  return Array.isArray(value) ? value.filter(isNode) : [];
};
export const nameOf = (node: Node | null): string => (node?.type === 'Identifier' ? String(node['name']) : '');

/** The call of a message; `said` is one, too. */
export const isMessage = (node: Node): boolean => {
  const name = node.type === 'CallExpression' ? nameOf(at(node, 'callee')) : '';
  return name === 'said' || Object.hasOwn(messageArgument, name);
};

/** The English texts of a message. */
export function englishOf(call: Node): string[] {
  const place = messageArgument[nameOf(at(call, 'callee'))];
  return place === undefined ? [] : (literalsOf(listAt(call, 'arguments')[place]) ?? []);
}

/** The expressions that may be the value of one: both sides of a condition. */
function valuesOf(node: Node | null): Node[] {
  if (node === null) return [];
  const within = ['ParenthesizedExpression', 'JSXExpressionContainer', 'ChainExpression', 'TSAsExpression'];
  if (within.includes(node.type)) return valuesOf(at(node, 'expression'));
  if (node.type === 'ConditionalExpression')
    return [...valuesOf(at(node, 'consequent')), ...valuesOf(at(node, 'alternate'))];
  if (node.type === 'LogicalExpression') return [...valuesOf(at(node, 'left')), ...valuesOf(at(node, 'right'))];
  return [node];
}

export const hasMessage = (node: Node | null): boolean => valuesOf(node).some(isMessage);
export const isWhole = (node: Node): boolean =>
  valuesOf(node)
    .filter(isMessage)
    .every((call) => {
      const texts = englishOf(call);
      return texts.length > 0 && texts.every((english) => /[.!?:…](?:<\/\w+>)?$/u.test(english));
    });

/** The pieces of a text that is put together by `+`, or of a template: texts, and what is between them. */
export function piecesOf(node: Node): (string | Node)[] {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']];
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [at(node, 'left'), at(node, 'right')];
    return [...(left ? piecesOf(left) : []), ...(right ? piecesOf(right) : [])];
  }
  if (node.type !== 'TemplateLiteral') return [node];
  const inserted = listAt(node, 'expressions');
  return listAt(node, 'quasis').flatMap((quasi, place) => {
    const expression = inserted[place];
    return expression ? [cooked(quasi), expression] : [cooked(quasi)];
  });
}

export function jsxText(node: Node): string | null {
  return node.type === 'JSXText' ? String(node['value']) : null;
}

export function cooked(quasi: Node): string {
  const value = quasi['value'];
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

/** What people see of HTML, or hear. */
export function wordsOfHtml(html: string): string {
  return html
    .replaceAll(/<(?:[^<>"]|"[^"]*")*>/gu, (tag) =>
      Array.from(tag.matchAll(/\b(?:title|alt|aria-label)="([^"]*)"/gu), ([, words]) => words).join(' '),
    )
    .trim();
}

/** Whether pieces make one sentence out of a message and something else; whole sentences may stand beside each other. */
export function isJoined(pieces: readonly (string | Node)[]): boolean {
  const shown = pieces.filter((piece) => typeof piece !== 'string' || /[^\s]/u.test(piece));
  const messages = shown.filter((piece) => typeof piece !== 'string' && hasMessage(piece));
  return shown.length > 1 && messages.some((piece) => typeof piece !== 'string' && !isWhole(piece));
}

/** The parts of a message whose value is shown as it is. */
export function valueParts(pieces: ReturnType<typeof parseMessage>): string[] {
  return pieces.flatMap((piece): string[] => {
    if (typeof piece === 'string' || typeof piece === 'symbol') return [];
    if ('tag' in piece) return valueParts(piece.inner);
    if ('cases' in piece) return Array.from(piece.cases.values(), valueParts).flat();
    return piece.kind === 'value' ? [piece.part] : [];
  });
}

/** `notify.alert`; `.replaceAll` of a text that calls make. */
export function calledName(callee: string): string {
  return /^[\w.]*$/u.test(callee) ? callee : (/\??\.\w+$/u.exec(callee)?.[0].replace('?', '') ?? '');
}

/** What a file imports or exports. */
export function sharedNames(tree: Node): Set<string> {
  const names = new Set<string>();
  for (const statement of listAt(tree, 'body')) {
    for (const specifier of listAt(statement, 'specifiers')) names.add(nameOf(at(specifier, 'local')));
    const declared = statement.type === 'ExportNamedDeclaration' ? at(statement, 'declaration') : null;
    if (!declared) continue;
    names.add(nameOf(at(declared, 'id')));
    for (const each of listAt(declared, 'declarations')) names.add(nameOf(at(each, 'id')));
  }
  return names;
}
