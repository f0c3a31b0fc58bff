export interface DemoKey {
  key: string;
  /** A description of the key, for the start-up message and the README. */
  who: string;
  /** The label in the list of access keys. */
  label: string;
  role: 'admin' | 'user' | 'technician';
  siteId: number | null;
  /** The sites of a technician's key. */
  siteIds?: readonly number[];
}

/** The keys of the demo. They work only in a database with the setting `demo`. */
export const demoKeys: readonly DemoKey[] = [
  {
    key: 'SELASIH-7Q4M-2KD9',
    who: 'Selasih Park: condominium with three years of service records',
    label: 'Selasih Park management office (demo)',
    role: 'user',
    siteId: 1,
  },
  {
    key: 'KINGFISHER-R5TX-83HN',
    who: 'Kingfisher Rise: residence with few visits a month',
    label: 'Kingfisher Rise management office (demo)',
    role: 'user',
    siteId: 2,
  },
  {
    key: 'KAYANGAN-X2VB-6PMJ',
    who: 'Menara Kayangan: system offline, contract expired, details missing',
    label: 'Menara Kayangan management office (demo)',
    role: 'user',
    siteId: 3,
  },
  {
    key: 'EMPTY-DEMO-0000',
    who: 'a key without a site: the no-data texts',
    label: 'Key without a site (demo)',
    role: 'user',
    siteId: null,
  },
  {
    key: 'FIELDWORK-8VQD-5JRC',
    who: 'technician: Selasih Park and Kingfisher Rise',
    label: 'Service technician (demo)',
    role: 'technician',
    siteId: null,
    siteIds: [1, 2],
  },
  {
    key: 'GATEKEEPER-9HXC-4WTE',
    who: 'admin: every site',
    label: 'Service company head office (demo)',
    role: 'admin',
    siteId: null,
  },
];

/** The sticker of the demo, with which a fault can be reported without a key. Its secret is the part after `/report#`. */
export const demoSticker = { secret: 'VISITOR-6HTM-4QZC', siteId: 2, post: 'Post 2 Visitor' } as const;

/** The link of the demo to two visits of a site, which opens without a key. Its secret is the part after `/shared#`. */
export const demoLink = { secret: 'SE1AS1HPARKSHAREDV1S1TS001ZD', siteId: 1, visits: [117, 118] } as const;
