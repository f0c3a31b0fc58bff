import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { settingProblems } from '../../.config/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const legacyKey = (role: string) => `x.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.x`;
const project = { VITE_SUPABASE_URL: 'https://abc.supabase.co' };

describe('correct settings cause no message', () => {
  it.each<Record<string, string>>([
    {},
    { PORT: '' },
    { PORT: '8080', PORTAL_LOG: 'refused', SERVICE_WORKER: 'remove' },
    { ...project, VITE_SUPABASE_ANON_KEY: 'sb_publishable_x', VITE_SUPPORT_URL: 'http://help.test' },
    { ...project, VITE_SUPABASE_ANON_KEY: legacyKey('anon') },
    { VITE_SUPABASE_URL: 'http://localhost:54321', VITE_SUPABASE_ANON_KEY: 'x' },
  ])('%j', (settings) => {
    expect(settingProblems(settings, folder)).toEqual([]);
  });
});

describe('a wrong setting causes a sentence that names it', () => {
  it.each<[settings: Record<string, string>, problem: RegExp]>([
    [{ PORT: 'abc' }, /^PORT is “abc”: it must be a number from 1 to 65535/],
    [{ PORT: '0' }, /^PORT is “0”/],
    [{ PORT: '65536' }, /^PORT is “65536”/],
    [{ PORT: '5173.5' }, /^PORT is “5173.5”/],
    [
      { VITE_SUPABASE_URL: 'abc.supabase.co', VITE_SUPABASE_ANON_KEY: 'x' },
      /^VITE_SUPABASE_URL is “abc\.supabase\.co”/,
    ],
    [{ VITE_SUPPORT_URL: 'mailto:a@b.c' }, /^VITE_SUPPORT_URL is “mailto:a@b.c”: it must be a web address/],
    [project, /^VITE_SUPABASE_URL is set, and VITE_SUPABASE_ANON_KEY is not/],
    [{ ...project, VITE_SUPABASE_ANON_KEY: 'sb_secret_x' }, /^VITE_SUPABASE_ANON_KEY is a secret key/],
    [{ ...project, VITE_SUPABASE_ANON_KEY: legacyKey('service_role') }, /^VITE_SUPABASE_ANON_KEY is a secret key/],
    [{ SERVICE_WORKER: 'off' }, /^SERVICE_WORKER is “off”: it knows only “remove”/],
    [{ PORTAL_LOG: 'all' }, /^PORTAL_LOG is “all”: it knows only “refused”/],
  ])('%j', (settings, problem) => {
    expect(settingProblems(settings, null)).toEqual([expect.stringMatching(problem)]);
  });

  it('causes as many sentences as there are wrong settings', () => {
    expect(settingProblems({ PORT: 'x', PORTAL_LOG: 'y' }, null)).toHaveLength(2);
  });
});

describe('the folder of the data', () => {
  it('may exist, or not yet', () => {
    expect(settingProblems({}, folder)).toEqual([]);
    expect(settingProblems({}, join(folder, 'a/b'))).toEqual([]);
  });

  it('may not be a file, nor be below a file', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const dataFolder of [file, join(file, 'data')])
      expect(settingProblems({}, dataFolder)).toEqual([
        `The data cannot be kept in ${dataFolder}, as ${file} is a file: PORTAL_DATA_DIR names a folder.`,
      ]);
  });

  it('must be writable', () => {
    const checkedFolders: string[] = [];
    const mayWrite = (checkedFolder: string) => {
      checkedFolders.push(checkedFolder);
      return false;
    };
    const inside = join(folder, 'a/b');
    expect(settingProblems({}, inside, mayWrite)).toEqual([
      `The data cannot be kept in ${inside}, as nothing may be written into ${folder}: PORTAL_DATA_DIR names another folder.`,
    ]);
    expect(checkedFolders).toEqual([folder]);
  });
});
