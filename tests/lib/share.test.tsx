import { afterEach, describe, expect, it, vi } from 'vitest';
import { share, sharesFiles } from '../../src/lib/share.ts';
import { allowConsole } from '../support/console.ts';

const file = new File(['%PDF-1.7'], 'March.pdf', { type: 'application/pdf' });
const report = { title: 'March', link: '/maintenance?year=2026&month=mar', file };
const url = `${location.origin}/maintenance?year=2026&month=mar`;

/** What this device can do, until the end of the test. */
function giveDevice(parts: {
  share?: (data: ShareData) => Promise<void>;
  files?: boolean;
  copy?: () => Promise<void>;
}) {
  const copied = vi.fn<(text: string) => Promise<void>>(parts.copy ?? (() => Promise.resolve()));
  const shared = vi.fn<(data: ShareData) => Promise<void>>(parts.share);
  const own: Record<string, unknown> = {
    clipboard: { writeText: copied },
    ...(parts.share && { share: shared }),
    ...(parts.files !== undefined && { canShare: () => parts.files }),
  };
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(navigator, name, { value, configurable: true, writable: true });
  return { copied, shared };
}
afterEach(() => {
  for (const name of ['share', 'canShare', 'clipboard']) Reflect.deleteProperty(navigator, name);
});

const taken = () => Promise.resolve();
const refuse = (name: string) => () => Promise.reject(new DOMException('No', name));

describe('share', () => {
  it('shares the file on a device that accepts files', async () => {
    const { shared, copied } = giveDevice({ share: taken, files: true });
    expect(sharesFiles('application/pdf')).toBe(true);
    expect(await share(report)).toBe('done');
    expect(shared.mock.calls).toEqual([[{ files: [file], title: 'March' }]]);
    expect(copied).not.toHaveBeenCalled();
  });

  it('shares the portal URL on a device that accepts no files', async () => {
    const { shared } = giveDevice({ share: taken, files: false });
    expect(await share(report)).toBe('done');
    expect(shared.mock.calls).toEqual([[{ url, title: 'March' }]]);
  });

  it('copies the URL on a device that cannot share', async () => {
    const { copied } = giveDevice({});
    expect(sharesFiles('application/pdf')).toBe(false);
    expect(await share(report)).toBe('copied');
    expect(copied.mock.calls).toEqual([[url]]);
  });

  it('reports no error when the person cancels', async () => {
    giveDevice({ share: refuse('AbortError'), files: true });
    expect(await share(report)).toBe('done');
  });

  it('asks for another press when the file was too late for the first one', async () => {
    giveDevice({ share: refuse('NotAllowedError'), files: true });
    expect(await share(report)).toBe('again');
  });

  it.each([
    ['the device fails', { share: refuse('DataError'), files: true }, report],
    ['the clipboard is blocked', { copy: refuse('NotAllowedError') }, { title: 'March', link: '/guide' }],
    ['the device cannot share and there is no link', {}, { title: 'March', link: undefined, file }],
  ])('reports an error when %s', async (_, device, what) => {
    allowConsole(/Could not be shared/u);
    giveDevice(device);
    expect(await share(what)).toBe('error');
  });
});
