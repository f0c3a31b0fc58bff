import { act, render } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { looseTexts, translatePage } from '../support/translate-page.ts';

const text = () => document.body.textContent;
const Around = ({ children }: { children: ReactNode }) => <section>{children}</section>;

interface Shown {
  count: number;
  more?: boolean;
}

let stopTranslation = () => {};
afterEach(() => stopTranslation());

const translate = async () => {
  stopTranslation = translatePage();
  await vi.waitFor(() => expect(document.querySelector('font')).not.toBeNull());
};

describe('a text beside something else', () => {
  it.each<[string, (shown: Shown) => ReactNode]>([
    [
      'between elements',
      ({ count, more }) => (
        <p>
          <b>Now</b> {count} visits {more && <i>or more</i>}
        </p>
      ),
    ],
    [
      'before an element that comes and goes',
      ({ count, more }) => (
        <p>
          {count} visits {more && <i>or more</i>}
        </p>
      ),
    ],
    [
      'that comes and goes',
      ({ count, more }) => (
        <p>
          <b>{count} visits</b>
          {more && ' or more'}
        </p>
      ),
    ],
    [
      'that becomes an element',
      ({ count, more }) => <p>Now {more ? <i>{count} visits or more</i> : `${count} visits`}</p>,
    ],
    [
      'in a fragment',
      ({ count, more }) => (
        <p>
          <>{count} visits</> {more ? <>or more</> : null}
        </p>
      ),
    ],
    [
      'in lists within lists',
      ({ count, more }) => <p>{[[count, ' visits'], [more && <i key="more">{' or more'}</i>]]}</p>,
    ],
    [
      'given to a component',
      ({ count, more }) => (
        <Around>
          {count} visits{more && <i> or more</i>}
        </Around>
      ),
    ],
    [
      'given to the link of a package',
      ({ count, more }) => (
        <Link to="/">
          {count} visits {more && <i>or more</i>}
        </Link>
      ),
    ],
    [
      'in several parts',
      ({ count, more }) => (
        <p>
          {count} {'visits'} {more ? 'or' : null} {more ? 'more' : false}
        </p>
      ),
    ],
  ])('%s is correct in a translated page', async (_, show) => {
    const page = (shown: Shown) => <MemoryRouter>{show(shown)}</MemoryRouter>;
    const { rerender, unmount } = render(page({ count: 1 }));
    await translate();
    for (const shown of [{ count: 2 }, { count: 3, more: true }, { count: 4, more: true }, { count: 5 }]) {
      rerender(page(shown));
      // the translation runs again for what is new
      await act(async () => Promise.resolve());
      expect(text().replaceAll(/\s+/gu, ' ').trim()).toMatch(
        shown.more ? new RegExp(`${shown.count} visits or more$`, 'u') : new RegExp(`${shown.count} visits$`, 'u'),
      );
      expect(looseTexts()).toEqual([]);
    }
    unmount();
    expect(text()).toBe('');
  });

  it('would be lost without its own element', async () => {
    const { rerender } = render(createElement('p', null, 1, ' visits', createElement('b')));
    expect(looseTexts()).toHaveLength(2);
    await translate();
    rerender(createElement('p', null, 2, ' more visits', createElement('b')));
    expect(text()).toBe('2 visits');
    document.body.replaceChildren();
  });
});

const labelled = (name: string | null, more: boolean) => (
  <label>
    {name} {more && <b>!</b>} <input /> end
  </label>
);

describe('an element', () => {
  it('is rendered as it is written if it has no text beside something else', () => {
    const { container } = render(
      <Around>
        <p>One</p> <p>{2}</p>
        <p>
          <b>3</b>
          {null}
          {false}
        </p>
        <select>
          <option value="4">Line {4}</option>
        </select>
      </Around>,
    );
    expect(container.querySelector('span')).toBeNull();
    expect(container.querySelector('option')?.textContent).toBe('Line 4');
  });

  it('needs a value if it is an option, because a translation would change its text', () => {
    // @ts-expect-error -- without a value
    expect((<option>4</option>).props).toEqual({ children: '4' });
  });

  it('keeps the elements beside a text that changes, with their input', () => {
    const { container, rerender } = render(labelled('Name', false));
    const input = container.querySelector('input');
    rerender(labelled(null, true));
    rerender(labelled('Other', true));
    expect(container.querySelector('input')).toBe(input);
    expect(container.innerHTML).toBe('<label><span>Other</span> <b>!</b> <input> <span>end</span></label>');
  });
});
