import { beforeEach, describe, expect, it, vi } from 'vitest';

const chrome = new TypeError('Failed to fetch dynamically imported module: http://portal.test/assets/Part-1.js');
const firefox = new TypeError('error loading dynamically imported module: http://portal.test/assets/Part-1.js');
const safari = new TypeError('Importing a module script failed.');
const styles = new Error('Unable to preload CSS for /assets/Part-1.css');

const reload = vi.fn<() => void>();
const answer = vi.fn<() => Promise<{ ok: boolean }>>();

/** The module as a new page has it. */
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
  it.each([chrome, firefox, safari])('a second time, while the server answers, needs a new page: %s', async (error) => {
    const { reloadAfterRepeatedFailure: reloadWhereRemembered } = await newPage();
    await reloadWhereRemembered(error);
    expect(answer).not.toHaveBeenCalled();
    await reloadWhereRemembered(error);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('may have failed for its styles before', async () => {
    const { reloadAfterRepeatedFailure: reloadWhereRemembered } = await newPage();
    await reloadWhereRemembered(styles);
    await reloadWhereRemembered(styles);
    expect(reload).not.toHaveBeenCalled();
    await reloadWhereRemembered(chrome);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a server with a fault', () => Promise.resolve({ ok: false })],
  ])('keeps its page with %s', async (_, respond) => {
    const { reloadAfterRepeatedFailure: reloadWhereRemembered } = await newPage();
    answer.mockImplementation(respond);
    await reloadWhereRemembered(chrome);
    await reloadWhereRemembered(chrome);
    expect(answer).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
  });

  it('is reported to whoever waits for it', async () => {
    await newPage();
    const { fetchCode } = await import('../../src/lib/fetch-code.ts');
    await expect(fetchCode(() => Promise.reject(chrome))).rejects.toBe(chrome);
    await expect(fetchCode(() => Promise.reject(chrome))).rejects.toBe(chrome);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });
});
