import type { JsonObject } from '@lathe/contract'

/** An event of LangChain's agent streaming protocol without its sequence number. */
export type ProtocolBody = {
  method: string
  namespace: string[]
  node?: string
  data: JsonObject
}

export type ProtocolEvent = {
  type: 'event'
  /** The same on every connection, so that a client with two connections can deduplicate. */
  event_id: string
  seq: number
  method: string
  params: { namespace: string[]; timestamp: number; node?: string; data: JsonObject }
}
