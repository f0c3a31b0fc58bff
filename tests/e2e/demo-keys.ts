/** The access keys in supabase/seed.sql. */
export const keys = {
  selasih: 'SELASIH-7Q4M-2KD9',
  kingfisher: 'KINGFISHER-R5TX-83HN',
  kayangan: 'KAYANGAN-X2VB-6PMJ',
  withoutSite: 'EMPTY-DEMO-0000',
  technician: 'FIELDWORK-8VQD-5JRC',
  admin: 'GATEKEEPER-9HXC-4WTE',
} as const;
