import { LinkDoor } from './doors/shared/link-door.ts';
import { SharedPage } from './doors/shared/SharedPage.tsx';
import { startPage } from './doors/start-page.tsx';
import './styles/print.css';

// The page that a link to visits opens (`decisions §16`). It stores nothing on the device except the language that somebody chooses.

startPage(() => {
  const door = new LinkDoor();
  door.start(new AbortController().signal);
  return <SharedPage door={door} />;
});
