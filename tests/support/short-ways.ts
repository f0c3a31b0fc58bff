import * as React from 'react';

const labelled = ['HTMLInputElement', 'HTMLSelectElement', 'HTMLTextAreaElement', 'HTMLButtonElement'] as const;
type Labelled = InstanceType<(typeof globalThis)[(typeof labelled)[number]]>;

function labels(element: Labelled): HTMLLabelElement[] {
  const first = element.id !== '' && document.getElementById(element.id) === element;
  return Array.from(document.getElementsByTagName('label')).filter((label) =>
    label.hasAttribute('for')
      ? first && label.htmlFor === element.id
      : label.contains(element) && label.control === element,
  );
}

/** Finds the labels of a field by its id: jsdom walks the whole page for each label, and that for each field. */
function labelsById(): void {
  for (const name of labelled) {
    const { prototype } = globalThis[name];
    const own = Object.getOwnPropertyDescriptor(prototype, 'labels');
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: Labelled): unknown {
        const other = this.type === 'hidden' || this.getRootNode() !== document;
        return other ? own?.get?.call(this) : labels(this);
      },
    });
  }
}

/** A tag and conditions on its attributes, and nothing else. */
const tagFirst = /^([a-z][a-z\d]*)(?:\[[^\],]*\]|:not\(\[[^\],]*\]\))*$/u;
const tags = new Map<string, string | undefined>();

/** Asks for the tag before the attributes: of each element a query by role asks whether it is any of a hundred kinds. */
function matchTagFirst(): void {
  const matches: unknown = Reflect.get(Element.prototype, 'matches');
  if (typeof matches !== 'function') throw new TypeError('Elements have no matches()');
  Object.defineProperty(Element.prototype, 'matches', {
    configurable: true,
    value(this: Element, selector: string): unknown {
      if (!tags.has(selector)) tags.set(selector, tagFirst.exec(selector)?.[1]);
      const tag = tags.get(selector);
      return (tag === undefined || tag === this.localName) && Reflect.apply(matches, this, [selector]);
    },
  });
}

/** React's development build notes a stack for each element that is made, which only its warnings would show. */
function leaveOutStacks(): void {
  const inside: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (typeof inside !== 'object' || inside === null || !('recentlyCreatedOwnerStacks' in inside))
    throw new Error('React counts its stacks in another place');
  // it notes no more than 10,000 in a second
  Object.defineProperty(inside, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });
}

const taken = Symbol.for('short ways are taken');

/** Has jsdom and React find the same in less time: once for a page, which many files may share. */
export function takeShortWays(): void {
  if (Reflect.has(Element.prototype, taken)) return;
  Reflect.set(Element.prototype, taken, true);
  labelsById();
  matchTagFirst();
  leaveOutStacks();
}
