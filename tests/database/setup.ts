// supabase-js builds its realtime client at once and requires a WebSocket, which Node 20 lacks.
if (!('WebSocket' in globalThis)) {
  Object.assign(globalThis, { WebSocket: EventTarget });
}
