import type { FailureEdit } from './failure-edit.ts';

const nouns = [
  ['remove', 'post removed', 'posts removed'],
  ['rename', 'post renamed', 'posts renamed'],
  ['post', 'post added', 'posts added'],
  ['drop', 'failure type removed', 'failure types removed'],
  ['retype', 'failure type renamed', 'failure types renamed'],
] as const;

/** Such as `1 post removed, 2 failure types renamed`; counts are left out. */
export function wordsOfEdits(edits: readonly FailureEdit[]): string {
  return nouns
    .flatMap(([kind, one, many]) => {
      const count = edits.filter((edit) => edit.kind === kind).length;
      return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
    })
    .join(', ');
}
