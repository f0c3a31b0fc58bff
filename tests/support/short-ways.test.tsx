import { afterEach, expect, it } from 'vitest';

const page = `
  <label for="by-id">First</label><label for="by-id">Second</label><input id="by-id" />
  <label>Around <select><option>One</option></select><button>Not this</button></label>
  <label for="hidden">None</label><input id="hidden" type="hidden" />
  <label for="other">Of another <textarea></textarea></label>
  <input type="text" disabled /><input type="search" list="some" /><a href="/">Link</a><a>No link</a><section></section>`;

function show(): Element[] {
  document.body.innerHTML = page;
  return Array.from(document.body.querySelectorAll('*'));
}

afterEach(() => document.body.replaceChildren());

it('gives a field the labels that jsdom gives the field', () => {
  const fields = show().filter((element) => Reflect.has(element, 'labels'));
  const owners = Array.from(document.querySelectorAll('label'));
  expect(fields).toHaveLength(7);
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
])('matches %s where jsdom finds it', (selector) => {
  const elements = show();
  const found = elements.filter((element) => element.matches(selector));
  expect(found).toEqual(Array.from(document.body.querySelectorAll(selector)));
  expect(found).not.toHaveLength(0);
});
