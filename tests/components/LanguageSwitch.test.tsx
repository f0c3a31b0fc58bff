import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { shownLanguage, startLanguage } from '../../src/lib/language/choice.ts';
import { chooseLanguage } from '../../src/lib/language/choose-language.ts';
import { languages } from '../../src/lib/language/languages.ts';

const malay = { 'Secret Key': 'Kunci rahsia', Login: 'Log masuk', Language: 'Bahasa' };

beforeEach(() => {
  languages.ms.offered = true;
  languages.ms.load = () => Promise.resolve({ default: malay });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await chooseLanguage('en');
  languages.ms.offered = false;
});

const button = (name: string) => screen.getByRole('button', { name });

it('shows the page in the pressed language, keeps the choice and the focus', async () => {
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

it('offers no language that is not whole, even to a browser that asks for it', () => {
  languages.ms.offered = false;
  vi.stubGlobal('navigator', Object.create(navigator, { languages: { value: ['ms-MY', 'en'] } }));
  render(<App />);
  expect(startLanguage()).toBeNull();
  expect(screen.queryByRole('group', { name: 'Language' })).toBeNull();
});

it('stays as it is, and says so, when the messages do not come', async () => {
  languages.ms.load = () => Promise.reject(new Error('offline'));
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Bahasa Melayu' }));
  expect(
    await screen.findByText('The language could not be loaded. Check your connection and try again.'),
  ).toBeInTheDocument();
  expect(logged).toHaveBeenCalled();
  expect(await screen.findByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true');
  expect(localStorage.getItem('portal.language')).toBeNull();
});

it('shows the last of two languages that were pressed', async () => {
  const answers: ((catalogue: { default: typeof malay }) => void)[] = [];
  languages.ms.load = () => new Promise((resolve) => void answers.push(resolve));
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Bahasa Melayu' }));
  await userEvent.click(button('English'));
  answers[0]?.({ default: malay });
  await waitFor(() => expect(localStorage.getItem('portal.language')).toBe('en'));
  expect(screen.getByLabelText('Secret Key')).toBeInTheDocument();
});

it('is in the language of the browser where none was chosen', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { languages: { value: ['ms-MY', 'en'] } }));
  const waiting = startLanguage();
  expect(waiting).not.toBeNull();
  await waiting;
  expect(shownLanguage.get()).toBe('ms');
});

it('follows another tab', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { languages: { value: ['en'] } }));
  expect(startLanguage()).toBeNull();
  localStorage.setItem('portal.language', 'ms');
  window.dispatchEvent(new StorageEvent('storage', { key: 'portal.language' }));
  await waitFor(() => expect(shownLanguage.get()).toBe('ms'));
});
