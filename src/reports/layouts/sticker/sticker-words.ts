/**
 * The texts of a sticker. They are always in all three languages, so that everybody at the gate can read one of them, whatever the language of
 * the office.
 */
export const stickerWords = {
  headlines: ['Gate not working? Scan.', 'Palang rosak? Imbas.', '道闸故障？请扫码。'],
  /** Above the number to call. */
  call: 'Call  ·  Telefon  ·  电话',
  /** Above the address and the code, for a phone that cannot scan. */
  type: 'Or type  ·  Atau taip  ·  或输入',
  /** Instead of the name of a post. */
  guardHouse: 'Guard house  ·  保安亭\nPondok pengawal',
  /** A warning, because somebody may stick a fraudulent code over this one. */
  neverAsks: [
    'Never asks for a key, a password or money.',
    'Tidak pernah meminta kunci, kata laluan atau wang.',
    '绝不索取密钥、密码或钱款。',
  ],
} as const;
