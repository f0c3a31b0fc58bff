// supabase-js builds its realtime client at once and insists on a WebSocket, which Node 20 has not.
if (!('WebSocket' in globalThis)) {
  Object.assign(globalThis, { WebSocket: EventTarget });
}
