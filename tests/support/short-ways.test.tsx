import { afterEach, expect, it } from 'vitest';

const page = `
  <label for="by-id">First</label><label for="by-id">Second</label><input id="by-id" />
  <label>Around <select><option>One</option></select><button>Not this</button></label>
  <label for="hidden">None</label><input id="hidden" type="hidden" />
  <label for="other">Of another <textarea></textarea></label>
  <input type="text" disabled /><input type="search" list="some" /><a href="/">Link</a><a>No link</a><section></section>
  <style></style><div role="button link"></div><div role="buttons"><button></button><i role="button"></i></div>
  <input type="submit" value="Send" /><svg><a></a></svg>`;

function show(): Element[] {
  document.body.innerHTML = page;
  return Array.from(document.body.querySelectorAll('*'));
}

afterEach(() => document.body.replaceChildren());

it('finds the same labels of a field as jsdom', () => {
  const fields = show().filter((element) => Reflect.has(element, 'labels'));
  const owners = Array.from(document.querySelectorAll('label'));
  expect(fields).toHaveLength(9);
  for (const field of fields.filter(({ id }) => id !== 'hidden'))
    expect(Reflect.get(field, 'labels')).toEqual(owners.filter(({ control }) => control === field));
  expect(Reflect.get(document.querySelector('#hidden') ?? {}, 'labels')).toBeNull();
  expect(Array.from(document.querySelector('input')?.labels ?? [])).toHaveLength(2);
});

it.each([
  'a',
  'a[href]',
  'input:not([type="text"])',
  'input[type="search"][list]',
  'input[disabled], a',
  'label > select',
  '[href]',
  '*',
  'script, style',
  'input[type=submit], input[type=button], input[type=reset]',
  'a, a[href]',
  'a[href],a',
])('matches %s as jsdom does', (selector) => {
  const elements = show();
  const found = elements.filter((element) => element.matches(selector));
  expect(found).toEqual(Array.from(document.querySelectorAll(`body :is(${selector})`)));
  expect(found).not.toHaveLength(0);
});

it.each(['*', '*[role~="button"]', '*[role~="button"],button,input', '*[role~="link"],a'])(
  'lists %s as jsdom does',
  (selector) => {
    show();
    for (const root of [document.body, document.body.querySelector('label:has(button)')]) {
      const scope = root === document.body ? 'body' : 'label:has(button)';
      const expectedElements = () => Array.from(document.querySelectorAll(`${scope} :is(${selector})`));
      const listedElements = () => Array.from(root?.querySelectorAll(selector) ?? []);
      expect(listedElements()).toEqual(expectedElements());
      const button = document.createElement('button');
      button.setAttribute('role', 'link button');
      root?.append(button);
      expect(listedElements()).toContain(button);
      expect(listedElements()).toEqual(expectedElements());
      button.remove();
      expect(listedElements()).not.toContain(button);
    }
    // an element that is in no document
    const detached = document.createElement('div');
    detached.innerHTML = '<button role="link button"></button>';
    expect(Array.from(detached.querySelectorAll(selector))).toEqual([detached.firstElementChild]);
  },
);

it('follows labels that are added, removed and moved to another field', () => {
  show();
  const field = document.querySelector<HTMLInputElement>('#by-id');
  const label = document.createElement('label');
  const labels = () => Array.from(field?.labels ?? [], ({ textContent }) => textContent);
  expect(labels()).toEqual(['First', 'Second']);
  label.textContent = 'Third';
  document.body.append(label);
  expect(labels()).toEqual(['First', 'Second']);
  label.htmlFor = 'by-id';
  expect(labels()).toEqual(['First', 'Second', 'Third']);
  label.htmlFor = 'other';
  document.querySelector('label')?.remove();
  expect(labels()).toEqual(['Second']);
  if (field) field.id = 'other';
  expect(labels()).toEqual(['Of another ', 'Third']);
});

it('finds an id where jsdom does', () => {
  document.body.innerHTML = '<p id="one"></p><div><p id="one"></p><i id="two"></i></div><b></b>';
  const [first, part] = [document.querySelector('p'), document.querySelector('div')];
  expect(document.body.querySelector('[id="one"]')).toBe(first);
  // if two elements have this id, the element inside is found
  expect(part?.querySelector('[id="one"]')).toBe(part?.firstElementChild);
  expect(part?.querySelector('[id="two"]')).toBe(part?.lastElementChild);
  expect(part?.lastElementChild?.querySelector('[id="two"]')).toBeNull();
  expect(document.querySelector('b')?.querySelector('[id="two"]')).toBeNull();
  expect(document.body.querySelector('[id="three"]')).toBeNull();
});
