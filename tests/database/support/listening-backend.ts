import { createServer } from 'node:http';
import { apiListener } from '../../../supabase/local/api-listener.ts';
import { bootBackend, type TestBackend } from './backend.ts';

export interface ListeningBackend {
  backend: TestBackend;
  port: number;
  url: string;
  close: () => Promise<void>;
}

/** A backend that listens at a port of this machine, as the portal's own server does. */
export async function listeningBackend(): Promise<ListeningBackend> {
  const backend = await bootBackend();
  const listener = await apiListener(backend.fetch);
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await backend.close();
  };
  return { backend, port, url: `http://127.0.0.1:${port}`, close };
}
