/**
 * What a sticker says, whatever the language of the office that prints it: whoever stands at the gate reads one of the
 * three.
 */
export const stickerWords = {
  headlines: ['Gate not working? Scan.', 'Palang rosak? Imbas.', '道闸故障？请扫码。'],
  /** Above the number to call. */
  call: 'Call  ·  Telefon  ·  电话',
  /** Above the address and the code, for a phone that does not scan. */
  type: 'Or type  ·  Atau taip  ·  或输入',
  /** In place of a post. */
  guardHouse: 'Guard house  ·  保安亭\nPondok pengawal',
  /** Warns of a foreign code that somebody stuck over this one. */
  neverAsks: [
    'Never asks for a key, a password or money.',
    'Tidak pernah meminta kunci, kata laluan atau wang.',
    '绝不索取密钥、密码或钱款。',
  ],
} as const;
