import { describe, expect, it, test } from 'vitest';
import { withTermsApart } from '../../../src/lib/search/field-terms.ts';
import { neededWords, withoutChineseNames } from '../../../src/lib/search/needless-words.ts';

describe('the words of a query that are compared', () => {
  it.each([
    ['When was the motor replaced?', 'motor replaced?'],
    ['bila motor ditukar', 'motor ditukar'],
    ['boom gate', 'boom'],
    ['main gate', 'main gate'],
    ['gate boom', 'gate boom'],
    ['pintu masuk', 'masuk'],
    ['pintu', 'pintu'],
    ['suku tahun', 'suku'],
    ['sebut harga', 'harga'],
    ['lane in', 'lane in'],
    ['job 0142', '0142'],
    ['Job no. JB-2026-0142', 'JB-2026-0142'],
    ['no kerja 0142 motor', '0142 motor'],
    ['tel +60 12 345 6000', '+60 12 345 6000'],
    ['no 7', 'no 7'],
    ['phone motor 0142', 'phone motor 0142'],
    ['job', 'job'],
    ['the', 'the'],
    ['when who', 'when who'],
    ['', ''],
  ])('of %j: %j', (query, needed) => {
    expect(neededWords(query.split(' ').filter(Boolean)).join(' ')).toBe(needed);
  });
});

test('in Chinese, names of numbers precede them without a space', () => {
  expect(withoutChineseNames('工单号：JB-2026-0142').trim()).toBe('JB-2026-0142');
  expect(withoutChineseNames('电话0123456000').trim()).toBe('0123456000');
  expect(withoutChineseNames('电话 保安')).toBe('电话 保安');
});

test('a run of Chinese terms is split into the terms, without the characters that join them', () => {
  expect(withTermsApart('闸杆坏了')).toBe('闸杆 坏了');
  expect(withTermsApart('坏了的闸杆')).toBe('坏了 闸杆');
  expect(withTermsApart('卡不见了')).toBe('卡 不见');
  expect(withTermsApart('的保养')).toBe('保养');
  expect(withTermsApart('读卡器')).toBe('读卡器');
  expect(withTermsApart('在被把')).toBe('在被把');
  expect(withTermsApart('闸杆无人')).toBe('闸杆无人');
});
