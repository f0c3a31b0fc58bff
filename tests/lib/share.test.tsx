import { afterEach, describe, expect, it, vi } from 'vitest';
import { share, sharesFiles, type Shared } from '../../src/lib/share.ts';
import { allowConsole } from '../support/console.ts';

const file = new File(['%PDF-1.7'], 'March.pdf', { type: 'application/pdf' });
const words = { title: 'Selasih Park: March', text: 'Selasih Park: March\nIt opens with a key.' };
const report: Shared = { ...words, link: '/maintenance?year=2026&month=mar', file };
const url = `${location.origin}/maintenance?year=2026&month=mar`;

interface Device {
  share?: (data: ShareData) => Promise<void>;
  /** Whether the device accepts files; undefined if it has no `canShare`. */
  files?: boolean;
  copy?: () => Promise<void>;
}

/** Gives the device these abilities until the end of the test. */
function giveDevice(parts: Device) {
  const copyText = vi.fn<(text: string) => Promise<void>>(parts.copy ?? (() => Promise.resolve()));
  const shareData = vi.fn<(data: ShareData) => Promise<void>>(parts.share);
  const navigatorParts: Record<string, unknown> = {
    clipboard: { writeText: copyText },
    ...(parts.share && { share: shareData }),
    ...(parts.files !== undefined && { canShare: () => parts.files }),
  };
  for (const [name, value] of Object.entries(navigatorParts))
    Object.defineProperty(navigator, name, { value, configurable: true, writable: true });
  return { copied: copyText, shared: shareData };
}
afterEach(() => {
  for (const name of ['share', 'canShare', 'clipboard']) Reflect.deleteProperty(navigator, name);
});

const accept = () => Promise.resolve();
const refuse = (name: string) => () => Promise.reject(new DOMException('No', name));

describe('share', () => {
  // WhatsApp on an iPhone drops the file if words come with it
  it('shares the file alone on a device that accepts files', async () => {
    const { shared: shareData, copied: copyText } = giveDevice({ share: accept, files: true });
    expect(sharesFiles('application/pdf')).toBe(true);
    expect(await share(report)).toBe('done');
    expect(shareData.mock.calls).toEqual([[{ files: [file] }]]);
    expect(copyText).not.toHaveBeenCalled();
  });

  it.each([
    ['accepts no files', { share: accept, files: false }],
    ['does not know of files', { share: accept }],
  ])('shares the URL with words that say what it is, on a device that %s', async (_, device) => {
    const { shared: shareData } = giveDevice(device);
    expect(sharesFiles('application/pdf')).toBe(false);
    expect(await share(report)).toBe('done');
    expect(shareData.mock.calls).toEqual([[{ ...words, url }]]);
  });

  it.each([
    ['without a share sheet', {}],
    // Firefox on a computer, where a setting adds only a part of the API
    ['that only answers whether it could', { files: true }],
  ])('copies the URL alone on a device %s', async (_, device) => {
    const { copied: copyText } = giveDevice(device);
    expect(sharesFiles('application/pdf')).toBe(false);
    expect(await share(report)).toBe('copied');
    expect(copyText.mock.calls).toEqual([[url]]);
  });

  it.each([
    ['a file', report],
    ['a link', { ...report, file: undefined }],
  ])('reports no error when the person cancels sharing %s', async (_, content) => {
    const { copied: copyText } = giveDevice({ share: refuse('AbortError'), files: true });
    expect(await share(content)).toBe('done');
    expect(copyText).not.toHaveBeenCalled();
  });

  it('asks for another press if the file came too late for the first press', async () => {
    giveDevice({ share: refuse('NotAllowedError'), files: true });
    expect(await share({ ...report, late: true })).toBe('again');
  });

  it.each(['NotAllowedError', 'DataError', 'InvalidStateError'])(
    'leaves the link to the next press when the device refuses the file itself: %s',
    async (name) => {
      allowConsole(/could not be shared/u);
      const { copied: copyText } = giveDevice({ share: refuse(name), files: true });
      expect(await share(report)).toBe('unfit');
      // the press is used up
      expect(copyText).not.toHaveBeenCalled();
    },
  );

  it('copies the URL if the share sheet does not open', async () => {
    allowConsole(/could not be shared/u);
    const { copied: copyText } = giveDevice({ share: refuse('NotAllowedError'), files: false });
    expect(await share(report)).toBe('copied');
    expect(copyText.mock.calls).toEqual([[url]]);
  });

  it.each<[string, Device, Shared]>([
    [
      'the device refuses a file without a link',
      { share: refuse('DataError'), files: true },
      { ...report, link: undefined },
    ],
    ['the clipboard is blocked', { copy: refuse('NotAllowedError') }, report],
    [
      'neither the sheet nor the clipboard opens',
      { share: refuse('DataError'), copy: refuse('NotAllowedError') },
      report,
    ],
    ['the device cannot share and there is no link', {}, { ...report, link: undefined }],
  ])('reports an error when %s', async (_, device, content) => {
    allowConsole(/could not be (?:shared|copied)/u);
    giveDevice(device);
    expect(await share(content)).toBe('error');
  });

  it('reports an error, and throws none, if the page has no clipboard', async () => {
    allowConsole(/could not be copied/u);
    giveDevice({});
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    expect(await share(report)).toBe('error');
  });
});
