import { beforeEach, describe, expect, it, vi } from 'vitest';

const chrome = new TypeError('Failed to fetch dynamically imported module: http://portal.test/assets/Part-1.js');
const firefox = new TypeError('error loading dynamically imported module: http://portal.test/assets/Part-1.js');
const safari = new TypeError('Importing a module script failed.');
const styles = new Error('Unable to preload CSS for /assets/Part-1.css');

const reload = vi.fn<() => void>();
const answer = vi.fn<() => Promise<{ ok: boolean }>>();

/** Loads the module as a new page does. */
async function newPage() {
  vi.resetModules();
  return import('../../src/lib/fetch-code.ts');
}

beforeEach(() => {
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', answer);
  reload.mockReset();
  answer.mockReset().mockResolvedValue({ ok: true });
});

describe('code that failed to load', () => {
  it.each([chrome, firefox, safari])(
    'needs a new page after a second failure, if the server answers: %s',
    async (error) => {
      const { reloadAfterRepeatedFailure: reloadAfterFailure } = await newPage();
      await reloadAfterFailure(error);
      expect(answer).not.toHaveBeenCalled();
      await reloadAfterFailure(error);
      expect(reload).toHaveBeenCalledTimes(1);
    },
  );

  it('does not reload the page for styles, whose failure counts as the first one', async () => {
    const { reloadAfterRepeatedFailure: reloadAfterFailure } = await newPage();
    await reloadAfterFailure(styles);
    await reloadAfterFailure(styles);
    expect(reload).not.toHaveBeenCalled();
    await reloadAfterFailure(chrome);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a server with a fault', () => Promise.resolve({ ok: false })],
  ])('does not reload the page with %s', async (_, respond) => {
    const { reloadAfterRepeatedFailure: reloadAfterFailure } = await newPage();
    answer.mockImplementation(respond);
    await reloadAfterFailure(chrome);
    await reloadAfterFailure(chrome);
    expect(answer).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
  });

  it('is reported to the caller that waits for it', async () => {
    await newPage();
    const { fetchCode } = await import('../../src/lib/fetch-code.ts');
    await expect(fetchCode(() => Promise.reject(chrome))).rejects.toBe(chrome);
    await expect(fetchCode(() => Promise.reject(chrome))).rejects.toBe(chrome);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });
});
