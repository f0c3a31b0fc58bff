import { describe, expect, it } from 'vitest';
import { siteValueText } from '../../../src/records/site/site-columns.ts';
import { readTelephone, searchedForms, singaporeInstead, telephoneOf } from '../../../src/records/site/telephone.ts';

describe('a typed telephone number', () => {
  it.each([
    // without a country code: of Malaysia, with its 0
    ['0123456789', 123_456_789, '0123456789'],
    ['123456789', 123_456_789, '0123456789'],
    ['012-345 6000', 123_456_000, '0123456000'],
    ['(03) 1234.5678', 312_345_678, '0312345678'],
    ['03-1234 5678', 312_345_678, '0312345678'],
    ['04-123 4567', 41_234_567, '041234567'],
    // no number of Singapore starts like this
    ['4123 4567', 41_234_567, '041234567'],
    ['082-123456', 82_123_456, '082123456'],
    ['011-1234 5678', 1_112_345_678, '01112345678'],
    ['1112345678', 1_112_345_678, '01112345678'],
    [' 12 345 6789 ', 123_456_789, '0123456789'],
    ['012–345–6789', 123_456_789, '0123456789'],
    ['012\u2011345\u00a06789', 123_456_789, '0123456789'],
    ['０１２－３４５　６７８９', 123_456_789, '0123456789'],
    ['Tel: 012-345 6789', 123_456_789, '0123456789'],
    ['H/P 012-345 6789', 123_456_789, '0123456789'],
    ['电话：012-345 6789', 123_456_789, '0123456789'],
    ['0123456', 123_456, '0123456'],
    ['1-300-88-1234', 1_300_881_234, '1-300-88-1234'],
    ['1800 88 1234', 1_800_881_234, '1-800-88-1234'],
    // of Malaysia with its code
    ['+60 12-345 6000', 60_123_456_000, '+60 123456000'],
    ['+60123456000', 60_123_456_000, '+60 123456000'],
    ['60123456000', 60_123_456_000, '+60 123456000'],
    ['060123456000', 60_123_456_000, '+60 123456000'],
    ['0060 12 345 6000', 60_123_456_000, '+60 123456000'],
    ['+60 (0)12 345 6000', 60_123_456_000, '+60 123456000'],
    ['+60 (012) 345 6000', 60_123_456_000, '+60 123456000'],
    ['(+60) 12-345 6000', 60_123_456_000, '+60 123456000'],
    ['＋６０１２３４５６０００', 60_123_456_000, '+60 123456000'],
    ['+60 3-1234 5678', 60_312_345_678, '+60 312345678'],
    ['+60 4-123 4567', 6_041_234_567, '+60 41234567'],
    ['+60 11-1234 5678', 601_112_345_678, '+60 1112345678'],
    // of Singapore
    ['+65 8123 4567', 6_581_234_567, '+65 81234567'],
    ['6581234567', 6_581_234_567, '+65 81234567'],
    ['0065-6123 4567', 6_561_234_567, '+65 61234567'],
    ['+65 91234567', 6_591_234_567, '+65 91234567'],
    ['+65 3123 4567', 6_531_234_567, '+65 31234567'],
    // of other countries
    ['+673 712 3456', 6_737_123_456, '+6737123456'],
    ['+44 20 7946 0000', 442_079_460_000, '+442079460000'],
    ['+62 812-3456-7890', 6_281_234_567_890, '+6281234567890'],
    ['0086 138 0013 8000', 8_613_800_138_000, '+8613800138000'],
  ])('%s is stored as %d and shown as %s', (typedNumber, stored, text) => {
    expect(readTelephone(typedNumber)).toMatchObject({ telephone: { stored, shown: text } });
    expect(siteValueText('phone', stored)).toBe(text);
    // the shown text is read as the same number
    expect(readTelephone(text)).toMatchObject({ telephone: { stored, shown: text } });
  });

  it.each([
    ['81234567', '081234567', '+65 81234567'],
    ['8123 4567', '081234567', '+65 81234567'],
    ['６１２３４５６７', '061234567', '+65 61234567'],
  ])('%s may be %s or %s, so the form asks', (typedNumber, malaysia, singapore) => {
    expect(readTelephone(typedNumber)).toMatchObject({
      malaysia: { shown: malaysia },
      singapore: { shown: singapore },
    });
  });

  it.each([
    ['012-345 678x', /digits only/u],
    ['Ali', /digits only/u],
    ['-', /digits only/u],
    ['+', /digits only/u],
    ['12', /6 to 15 digits/u],
    ['999', /6 to 15 digits/u],
    ['012345', /6 to 15 digits/u],
    ['01234567890123456', /6 to 15 digits/u],
    ['012-345 6789 / 013-345 6789', /one telephone number/u],
    ['012-345 6789, 013-345 6789', /one telephone number/u],
    ['012-345 6789 atau 013-345 6789', /one telephone number/u],
    ['012-345 6789或013-345 6789', /one telephone number/u],
    ['03-1234 5678 ext 12', /extension/u],
    ['03-1234 5678 ext. 12', /extension/u],
    ['03-1234 5678 samb. 12', /extension/u],
    ['03-1234 5678 转12', /extension/u],
    ['03-1234 5678 x12', /extension/u],
    ['6512345678', /with \+ and its code/u],
    ['2079460000', /with \+ and its code/u],
    ['+65 1234 5678', /8 digits after \+65/u],
    ['+65 812 345', /8 digits after \+65/u],
    ['+60 12', /8 to 10 digits after \+60/u],
    ['+33 1', /10 to 15 digits/u],
    ['+1123456789', /10 to 15 digits/u],
  ])('%s is refused with an explanation', (typedNumber, words) => {
    const read = readTelephone(typedNumber);
    expect('error' in read ? read.error : read).toMatch(words);
  });
});

describe('a stored telephone number', () => {
  it.each([0, 12, 123_456, 81_234_567, 123_456_789, 1_112_345_678, 6_512_345_678, 999_999_999_999_999])(
    'is always shown, for example %d',
    (stored) => {
      expect(telephoneOf(stored).shown).toMatch(/^[0+]\d+(?: \d+)?$/u);
    },
  );

  it('with eight digits may be of Singapore, if it starts like one', () => {
    const stored = [81_234_567, 61_234_567, 41_234_567, 123_456_789, 6_581_234_567];
    expect(stored.map((each) => singaporeInstead(telephoneOf(each))?.shown)).toEqual([
      '+65 81234567',
      '+65 61234567',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    [123_456_000, ['0060123456000', '60123456000', '0123456000', '123456000', '6000']],
    [60_123_456_000, ['0060123456000', '60123456000', '0123456000', '123456000', '6000']],
    [6_581_234_567, ['006581234567', '6581234567', '81234567', '4567']],
    [81_234_567, ['6581234567', '6081234567', '081234567', '81234567']],
    [1_300_881_234, ['1300881234', '1234']],
    [442_079_460_000, ['00442079460000', '442079460000', '0000']],
  ])('%d is found in every notation', (stored, typedForms) => {
    const forms = searchedForms(telephoneOf(stored));
    for (const form of typedForms) expect(forms.some((found) => found.startsWith(form))).toBe(true);
  });
});
