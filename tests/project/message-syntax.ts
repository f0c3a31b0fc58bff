import { literalsOf, messageArgument } from '../../.config/messages.ts';
import { isNode, type Node } from '../../.config/source-files.ts';
import type { parseMessage } from '../../src/lib/language/format.ts';

/** A member of a syntax node that is a node itself, or null. */
export const at = (node: Node, name: string): Node | null => {
  const value = node[name];
  return isNode(value) ? value : null;
};
export const listAt = (node: Node, name: string): Node[] => {
  const value = node[name];
  return Array.isArray(value) ? value.filter(isNode) : [];
};
export const nameOf = (node: Node | null): string => (node?.type === 'Identifier' ? String(node['name']) : '');

/** Whether a node is a call that makes a message. A call of `said` is one too. */
export const isMessage = (node: Node): boolean => {
  const name = node.type === 'CallExpression' ? nameOf(at(node, 'callee')) : '';
  return name === 'said' || Object.hasOwn(messageArgument, name);
};

/** The English texts of a message. */
export function englishOf(call: Node): string[] {
  const index = messageArgument[nameOf(at(call, 'callee'))];
  return index === undefined ? [] : (literalsOf(listAt(call, 'arguments')[index]) ?? []);
}

/** The expressions whose value a node may have: both sides of a condition. */
function valuesOf(node: Node | null): Node[] {
  if (node === null) return [];
  const wrapperTypes = ['ParenthesizedExpression', 'JSXExpressionContainer', 'ChainExpression', 'TSAsExpression'];
  if (wrapperTypes.includes(node.type)) return valuesOf(at(node, 'expression'));
  if (node.type === 'ConditionalExpression')
    return [...valuesOf(at(node, 'consequent')), ...valuesOf(at(node, 'alternate'))];
  if (node.type === 'LogicalExpression') return [...valuesOf(at(node, 'left')), ...valuesOf(at(node, 'right'))];
  return [node];
}

export const hasMessage = (node: Node | null): boolean => valuesOf(node).some(isMessage);
/** Whether each message among the values of a node ends like a sentence. */
export const isWhole = (node: Node): boolean =>
  valuesOf(node)
    .filter(isMessage)
    .every((call) => {
      const texts = englishOf(call);
      return texts.length > 0 && texts.every((english) => /[.!?:…](?:<\/\w+>)?$/u.test(english));
    });

/** The pieces of a text that is joined by `+`, or of a template: texts, and the expressions between them. */
export function piecesOf(node: Node): (string | Node)[] {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']];
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [at(node, 'left'), at(node, 'right')];
    return [...(left ? piecesOf(left) : []), ...(right ? piecesOf(right) : [])];
  }
  if (node.type !== 'TemplateLiteral') return [node];
  const expressions = listAt(node, 'expressions');
  return listAt(node, 'quasis').flatMap((quasi, index) => {
    const expression = expressions[index];
    return expression ? [cooked(quasi), expression] : [cooked(quasi)];
  });
}

export function jsxText(node: Node): string | null {
  return node.type === 'JSXText' ? String(node['value']) : null;
}

/** The text of a piece of a template, without escapes. */
export function cooked(quasi: Node): string {
  const value = quasi['value'];
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

/** The texts of an HTML source that people see or hear. */
export function wordsOfHtml(html: string): string {
  return html
    .replaceAll(/<(?:[^<>"]|"[^"]*")*>/gu, (tag) =>
      Array.from(tag.matchAll(/\b(?:title|alt|aria-label)="([^"]*)"/gu), ([, words]) => words).join(' '),
    )
    .trim();
}

/** Whether pieces join a message and something else to a single sentence. Whole sentences may follow each other. */
export function isJoined(pieces: readonly (string | Node)[]): boolean {
  const visiblePieces = pieces.filter((piece) => typeof piece !== 'string' || /[^\s]/u.test(piece));
  const messages = visiblePieces.filter((piece) => typeof piece !== 'string' && hasMessage(piece));
  return visiblePieces.length > 1 && messages.some((piece) => typeof piece !== 'string' && !isWhole(piece));
}

/** The names of the parts of a message whose value is shown unchanged. */
export function valueParts(pieces: ReturnType<typeof parseMessage>): string[] {
  return pieces.flatMap((piece): string[] => {
    if (typeof piece === 'string' || typeof piece === 'symbol') return [];
    if ('tag' in piece) return valueParts(piece.inner);
    if ('cases' in piece) return Array.from(piece.cases.values(), valueParts).flat();
    return piece.kind === 'value' ? [piece.part] : [];
  });
}

/** The name of a called function, such as `notify.alert`. A method of the result of a call is only `.replaceAll`. */
export function calledName(callee: string): string {
  return /^[\w.]*$/u.test(callee) ? callee : (/\??\.\w+$/u.exec(callee)?.[0].replace('?', '') ?? '');
}

/** The names that a file imports or exports. */
export function sharedNames(tree: Node): Set<string> {
  const names = new Set<string>();
  for (const statement of listAt(tree, 'body')) {
    for (const specifier of listAt(statement, 'specifiers')) names.add(nameOf(at(specifier, 'local')));
    const declaration = statement.type === 'ExportNamedDeclaration' ? at(statement, 'declaration') : null;
    if (!declaration) continue;
    names.add(nameOf(at(declaration, 'id')));
    for (const each of listAt(declaration, 'declarations')) names.add(nameOf(at(each, 'id')));
  }
  return names;
}
