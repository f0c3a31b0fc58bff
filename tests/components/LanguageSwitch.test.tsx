import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { pendingLanguage, shownLanguage, startLanguage } from '../../src/lib/language/choice.ts';
import { chooseLanguage } from '../../src/lib/language/choose-language.ts';
import { followLanguage } from '../../src/lib/language/follow-language.ts';
import { languages } from '../../src/lib/language/languages.ts';
import { notify } from '../../src/lib/notify.ts';
import { noteUnsaved } from '../../src/lib/unsaved.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { hurry } from '../support/waiting.ts';

const malay = { 'Secret Key': 'Kunci rahsia', Login: 'Log masuk', Language: 'Bahasa' };

/** The real loader. Other test files of the process load Malay too. */
const { load } = languages.ms;

beforeEach(() => {
  // the login shows its switch a second after its field
  hurry();
  languages.ms.load = () => Promise.resolve({ default: malay });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await chooseLanguage('en');
  languages.ms.load = load;
});

const button = (name: string) => screen.getByRole('button', { name });

it('a press shows the page in that language, and the choice and the focus stay', async () => {
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Bahasa Melayu' }));

  expect(await screen.findByLabelText('Kunci rahsia')).toBeInTheDocument();
  expect(button('Log masuk')).toBeInTheDocument();
  expect(await screen.findByRole('group', { name: 'Bahasa' })).toBeInTheDocument();
  expect(button('Bahasa Melayu')).toHaveFocus();
  expect(button('Bahasa Melayu')).toHaveAttribute('aria-pressed', 'true');
  expect(document.documentElement.lang).toBe('ms-MY');
  expect(localStorage.getItem('portal.language')).toBe('ms');
});

it('the page stays as it is, and says so, if the messages cannot be loaded', async () => {
  languages.ms.load = () => Promise.reject(new Error('offline'));
  const errorLog = vi.spyOn(console, 'error').mockReturnValue();
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Bahasa Melayu' }));
  expect(
    await screen.findByText('The language could not be loaded. Check your connection and try again.'),
  ).toBeInTheDocument();
  expect(errorLog).toHaveBeenCalled();
  expect(await screen.findByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true');
  expect(localStorage.getItem('portal.language')).toBeNull();
});

it('the page is in the last of two languages that were pressed', async () => {
  const answers: ((catalogue: { default: typeof malay }) => void)[] = [];
  languages.ms.load = () => new Promise((resolve) => void answers.push(resolve));
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Bahasa Melayu' }));
  await userEvent.click(button('English'));
  answers[0]?.({ default: malay });
  await waitFor(() => expect(localStorage.getItem('portal.language')).toBe('en'));
  expect(screen.getByLabelText('Secret Key')).toBeInTheDocument();
});

it('the page is in the language of the browser if none was chosen', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { languages: { value: ['ms-MY', 'en'] } }));
  const waiting = startLanguage();
  expect(waiting).not.toBeNull();
  await waiting;
  expect(shownLanguage.get()).toBe('ms');
});

/** Chooses Malay in another tab. */
function chooseInOtherTab() {
  localStorage.setItem('portal.language', 'ms');
  window.dispatchEvent(new StorageEvent('storage', { key: 'portal.language' }));
}

describe('a change of the language in another tab', () => {
  beforeEach(() => vi.stubGlobal('navigator', Object.create(navigator, { languages: { value: ['en'] } })));

  it('is followed', async () => {
    render(<App />);
    await screen.findByRole('group', { name: 'Language' });
    // the notice of new versions, which is loaded last, follows the other tab
    await waitFor(() => {
      chooseInOtherTab();
      expect(screen.getByLabelText('Kunci rahsia')).toBeInTheDocument();
    });
  });

  it.each([
    [
      'a dialog is open',
      () =>
        render(
          <Dialog open title="A new key" onClose={() => undefined}>
            <p>KEY-1</p>
          </Dialog>,
        ).unmount,
    ],
    ['something is not saved', () => noteUnsaved('Your changes are not saved.')],
    [
      'a field is half-typed, until the next page',
      () => {
        history.replaceState(null, '', '/sites');
        fireEvent.input(render(<input aria-label="Name" />).getByLabelText('Name'), { target: { value: 'Lagu' } });
        return () => history.replaceState(null, '', '/overview');
      },
    ],
  ])('waits while %s', async (_, begin) => {
    const stop = followLanguage();
    const end = begin();
    chooseInOtherTab();
    await waitFor(() => expect(pendingLanguage.get()).not.toBeNull());
    // the change is tried again every half second
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(shownLanguage.get()).toBe('en');
    end();
    await waitFor(() => expect(shownLanguage.get()).toBe('ms'));
    stop();
  });

  it('waits for messages that arrive after the page was shown in English', async () => {
    const lateMessages: { come?: () => void } = {};
    languages.ms.load = () =>
      new Promise((resolve) => {
        lateMessages.come = () => resolve({ default: malay });
      });
    localStorage.setItem('portal.language', 'ms');
    vi.useFakeTimers();
    const starting = startLanguage();
    // the page waits for its messages no longer than this
    await vi.advanceTimersByTimeAsync(4_000);
    await starting;
    vi.useRealTimers();
    const stop = followLanguage();
    const removeNote = noteUnsaved('Your changes are not saved.');
    lateMessages.come?.();
    await waitFor(() => expect(pendingLanguage.get()).not.toBeNull());
    expect(shownLanguage.get()).toBe('en');
    removeNote();
    await waitFor(() => expect(shownLanguage.get()).toBe('ms'));
    stop();
  });

  it('leaves a half-typed key in its field, and follows after the login', async () => {
    render(<App />);
    await userEvent.type(screen.getByLabelText('Secret Key'), 'KEY-1');
    const stop = followLanguage();
    chooseInOtherTab();
    await waitFor(() => expect(pendingLanguage.get()).not.toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(screen.getByLabelText('Secret Key')).toHaveValue('KEY-1');
    await userEvent.clear(screen.getByLabelText('Secret Key'));
    history.replaceState(null, '', '/profile');
    await waitFor(() => expect(shownLanguage.get()).toBe('ms'));
    stop();
  });
});

it('a press asks before unsaved input is lost', async () => {
  const removeNote = noteUnsaved('Your changes to Laguna are not saved.');
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Bahasa Melayu' }));
  const question = screen.getByRole('dialog', { name: 'Change the language now?' });
  expect(question).toHaveTextContent('Your changes to Laguna are not saved.');
  await userEvent.click(button('Stay'));
  expect(shownLanguage.get()).toBe('en');
  await userEvent.click(button('Bahasa Melayu'));
  await userEvent.click(button('Change the language'));
  expect(await screen.findByLabelText('Kunci rahsia')).toBeInTheDocument();
  removeNote();
});

it.each(['getItem', 'setItem'] as const)(
  'a press applies in this tab if %s of the storage is blocked',
  async (name) => {
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    if (name === 'getItem')
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError');
      });
    render(<App />);
    await userEvent.click(await screen.findByRole('button', { name: 'Bahasa Melayu' }));
    expect(await screen.findByLabelText('Kunci rahsia')).toBeInTheDocument();
  },
);

it('the undo of a message is in the language of the page', async () => {
  languages.ms.load = () => Promise.resolve({ default: { ...malay, Undo: 'Buat asal' } });
  render(<App />);
  act(() => void notify.undo('Hidden.', () => undefined));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Bahasa Melayu' }));
  expect(await screen.findByRole('button', { name: 'Buat asal' })).toBeInTheDocument();
});
