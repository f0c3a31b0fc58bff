import { once } from 'node:events';
import type { Server } from 'node:http';

/** Uses a free port by default. Returns the URL, such as `http://localhost:4000`. */
export async function openServer(server: Server, port = 0): Promise<string> {
  server.listen(port, 'localhost');
  await once(server, 'listening');
  const bound = server.address();
  return `http://localhost:${typeof bound === 'object' ? bound?.port : ''}`;
}

/** Also closes connections that are kept alive. */
export function closeServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}
