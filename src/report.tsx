import { startPage } from './doors/start-page.tsx';
import { ReportPage } from './doors/sticker/ReportPage.tsx';
import { StickerQueue } from './doors/sticker/sticker-queue.ts';
import { StickerDoor } from './doors/sticker/sticker.ts';

// The page that a sticker opens (`decisions §15`).

startPage(() => {
  const { signal } = new AbortController();
  const door = new StickerDoor();
  const queue = new StickerQueue();
  door.start(signal);
  queue.start(signal);
  return <ReportPage door={door} queue={queue} />;
});
