import type { JsonObject } from '@lathe/contract'

/** What LangChain's agent streaming protocol says happened, before it has a number. */
export type ProtocolBody = {
  method: string
  namespace: string[]
  node?: string
  data: JsonObject
}

export type ProtocolEvent = {
  type: 'event'
  /** The same on every connection, so that a client that has two tells it once. */
  event_id: string
  seq: number
  method: string
  params: { namespace: string[]; timestamp: number; node?: string; data: JsonObject }
}
