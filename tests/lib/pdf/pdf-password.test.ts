import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isEncrypted } from '../../../src/lib/pdf/pdf-files.ts';

const pdf = (name: string) => readFileSync(join(import.meta.dirname, '../../support/files', `${name}.pdf`));

describe('an encryption', () => {
  it.each(['locked', 'locked-stream', 'locked-linear', 'no-printing'])('is found in %s', (name) => {
    expect(isEncrypted(pdf(name))).toBe(true);
  });

  it.each(['plain', 'plain-stream'])('is not found in %s', (name) => {
    expect(isEncrypted(pdf(name))).toBe(false);
  });

  it('counts only in the trailer, not in the text', () => {
    const text = pdf('plain').toString('latin1');
    expect(isEncrypted(Buffer.from(text.replace('/Root', '/Encrypt 9 0 R /Root'), 'latin1'))).toBe(true);
    expect(isEncrypted(Buffer.from(`${text}\n% /Encrypt 9 0 R`, 'latin1'))).toBe(false);
  });

  it('is not found where there is no trailer', () => {
    expect(isEncrypted(Buffer.from('%PDF-1.4\n%%EOF'))).toBe(false);
    expect(isEncrypted(Buffer.from(''))).toBe(false);
  });
});
