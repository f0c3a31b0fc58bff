import { once } from 'node:events';
import type { Server } from 'node:http';

/** Opens a server on this machine, on any free port where none is named. Answers its URL, as `http://localhost:4000`. */
export async function openServer(server: Server, port = 0): Promise<string> {
  server.listen(port, 'localhost');
  await once(server, 'listening');
  const bound = server.address();
  return `http://localhost:${typeof bound === 'object' ? bound?.port : ''}`;
}

/** Also of those who keep their connection open. */
export function closeServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}
