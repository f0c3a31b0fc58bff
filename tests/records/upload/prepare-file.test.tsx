import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareFile } from '../../../src/records/upload/prepare-file.ts';

/** The abilities of the browser and of the decoder. */
const can = { browser: false, decoder: 'reads' as 'reads' | 'not loaded' | 'not readable' };
const decodedSizes: number[] = [];

// jsdom decodes no pictures and has no workers
vi.mock('../../../src/lib/photo/shrink-photo.ts', async (original) => ({
  ...(await original<object>()),
  shrinkPhoto: async (bytes: Uint8Array) => {
    if (!can.browser && bytes[0] !== 0xff) throw new Error('The source image could not be decoded.');
    return { bytes: new Uint8Array([0xff, 0xd8, 1]), width: 4, height: 3 };
  },
}));
vi.mock('../../../src/lib/photo/shrink-heic.ts', async (original) => {
  const real = await original<typeof import('../../../src/lib/photo/shrink-heic.ts')>();
  return {
    ...real,
    shrinkHeic: async (bytes: Uint8Array) => {
      decodedSizes.push(bytes.length);
      if (can.decoder !== 'reads') throw new real.HeicUnread(can.decoder);
      return { bytes: new Uint8Array([0xff, 0xd8, 2]), width: 4, height: 3 };
    },
  };
});
vi.mock('../../../src/lib/pdf/pdf-js.ts', () => ({
  getDocument: ({ data }: { data: Uint8Array }) => ({
    promise: data.length > 0 && pdfError ? Promise.reject(pdfError) : Promise.resolve({}),
    destroy: async () => undefined,
  }),
}));

/** The error that pdf.js throws for a PDF; null if the PDF opens. */
let pdfError: Error | null = null;
class PasswordException extends Error {
  override name = 'PasswordException';
}

const fixture = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, '../../support/files', name)));
const ofSize = (size: number) =>
  Object.defineProperty(new File([fixture('plain.pdf')], 'visit.pdf'), 'size', { value: size });
const outcomeOf = (name: string, bytes: Uint8Array<ArrayBuffer>, kind: 'photo' | 'pdf') =>
  prepareFile(new File([bytes], name), kind).then(
    () => 'taken',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );

beforeEach(() => {
  can.browser = false;
  can.decoder = 'reads';
  decodedSizes.length = 0;
  pdfError = null;
});

describe('a HEIC photo', () => {
  const heic = fixture('quadrants.heic');
  it('is read by the browser if it can', async () => {
    can.browser = true;
    expect(await outcomeOf('IMG_1.HEIC', heic, 'photo')).toBe('taken');
    expect(decodedSizes).toEqual([]);
  });

  it('is read by the decoder if the browser cannot, whatever its name is', async () => {
    expect(await outcomeOf('IMG_1.jpg', heic, 'photo')).toBe('taken');
    expect(decodedSizes).toEqual([heic.length]);
  });

  it('is refused if the decoder cannot be loaded, or cannot read it', async () => {
    can.decoder = 'not loaded';
    expect(await outcomeOf('IMG_1.HEIC', heic, 'photo')).toBe(
      'IMG_1.HEIC: The HEIC converter could not be loaded. Choose it again when the network is back.',
    );
    can.decoder = 'not readable';
    expect(await outcomeOf('IMG_1.HEIC', heic, 'photo')).toBe(
      'IMG_1.HEIC: This HEIC photo cannot be read. Send it as JPEG, or set the camera to "Most Compatible".',
    );
  });

  it('is not recognized by its name alone, for which no decoder is loaded', async () => {
    expect(await outcomeOf('notes.HEIC', new TextEncoder().encode('Not a photo'), 'photo')).toContain('not a photo');
    expect(decodedSizes).toEqual([]);
  });
});

describe('a PDF', () => {
  it('that opens only with a password is refused with that reason', async () => {
    pdfError = new PasswordException();
    expect(await outcomeOf('visit.pdf', fixture('locked.pdf'), 'pdf')).toBe(
      'visit.pdf opens with a password only, so nobody could read it here. Save it without the password first.',
    );
  });

  it('that cannot be checked, for example without a network, is not accepted', async () => {
    pdfError = new Error('Setting up fake worker failed');
    expect(await outcomeOf('visit.pdf', fixture('locked.pdf'), 'pdf')).toBe(
      'visit.pdf is encrypted and could not be checked. Choose it again when the network is back.',
    );
  });

  it('that only forbids printing is accepted', async () => {
    expect(await outcomeOf('visit.pdf', fixture('no-printing.pdf'), 'pdf')).toBe('taken');
  });

  it('may have up to 25 MB', async () => {
    await expect(prepareFile(ofSize(25 * 1_048_576), 'pdf')).resolves.toBeDefined();
    await expect(prepareFile(ofSize(25 * 1_048_576 + 60_000), 'pdf')).rejects.toThrow(
      'visit.pdf is 25.1 MB; a PDF may be at most 25 MB. Reduce its size first.',
    );
  });

  it('is accepted even with bytes before its start and after its end, as mail programs and servers add them', async () => {
    const { buffer } = fixture('plain.pdf');
    const around = new Blob(['\uFEFF', buffer, '\r\n\0\0<!-- served in 3 ms -->']);
    expect(await outcomeOf('visit.pdf', new Uint8Array(await around.arrayBuffer()), 'pdf')).toBe('taken');
  });

  it('that was only partly downloaded is refused with that reason', async () => {
    const wholePdf = fixture('plain.pdf');
    expect(await outcomeOf('visit.pdf', wholePdf.slice(0, wholePdf.length / 2), 'pdf')).toBe(
      'visit.pdf is not whole: its end is missing. Download or save it again.',
    );
  });

  it('is refused if only its name says that it is one', async () => {
    expect(await outcomeOf('visit.pdf', new TextEncoder().encode('<html></html>'), 'pdf')).toBe(
      'visit.pdf is not a PDF. Save or print it as a PDF first.',
    );
  });
});

describe('a chosen file', () => {
  /** A file as a browser has it after the file on the disk was written again. */
  class ChangedFile extends File {
    override arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
  }

  it.each(['pdf', 'photo'] as const)('that has changed since is refused with that reason: %s', async (kind) => {
    await expect(prepareFile(new ChangedFile(['%PDF-'], 'visit.pdf'), kind)).rejects.toThrow(
      'visit.pdf has changed or is gone. Choose it again.',
    );
  });

  it('is held: the prepared file can be read after the file on the disk has changed', async () => {
    const file = new File([fixture('plain.pdf')], 'visit.pdf');
    const { content } = await prepareFile(file, 'pdf');
    // no part of the chosen file is in it
    for (const method of ['arrayBuffer', 'slice'] as const)
      vi.spyOn(file, method).mockImplementation(() => {
        throw new DOMException('', 'NotReadableError');
      });
    expect((await content.arrayBuffer()).byteLength).toBe(fixture('plain.pdf').length);
    expect(content.type).toBe('application/pdf');
  });
});
