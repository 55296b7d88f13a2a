import { LRUCache } from 'lru-cache'
import { connect } from './connect.ts'
import type { McpSession } from './connect.ts'
import { isForgotten, mcpError } from './mcp-error.ts'
import type { McpServerSpec } from './mcp-server.ts'
import type { McpWorld } from './transport.ts'

const MOST_OPEN = 32
const IDLE_MS = 5 * 60_000

export type McpSessions = {
  /** Over a connection that others use too; one that the server has forgotten is made anew, once. */
  use<T>(server: McpServerSpec, work: (session: McpSession) => Promise<T>): Promise<T>
  /** Over a connection that nobody had before. */
  useFresh<T>(server: McpServerSpec, work: (session: McpSession) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Connections to MCP servers, closed when nobody has used them for a while. */
export function createMcpSessions(world: McpWorld): McpSessions {
  const closing = new Set<Promise<void>>()
  const shut = (opening: Promise<McpSession>) => {
    const closed = opening.then(
      (session) => session.close(),
      () => {},
    )
    closing.add(closed)
    void closed.finally(() => closing.delete(closed))
  }
  const sessions = new LRUCache<string, Promise<McpSession>>({
    max: MOST_OPEN,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: shut,
  })
  const drop = (key: string, opening: Promise<McpSession>) => {
    if (sessions.peek(key) === opening) sessions.delete(key)
  }

  const open = async (server: McpServerSpec) => {
    const known = sessions.get(server.key)
    if (known) {
      const session = await known.catch(() => undefined)
      if (session?.isOpen()) return { session, opening: known, isNew: false }
      drop(server.key, known)
    }
    const opening = sessions.get(server.key) ?? connect(server, world)
    sessions.set(server.key, opening)
    try {
      return { session: await opening, opening, isNew: true }
    } catch (error) {
      drop(server.key, opening)
      throw error
    }
  }

  const use: McpSessions['use'] = async (server, work) => {
    const { session, opening, isNew } = await open(server)
    try {
      return await work(session)
    } catch (error) {
      const isLost = !session.isOpen() || isForgotten(error)
      if (isLost) drop(server.key, opening)
      if (!isNew && isForgotten(error)) return use(server, work)
      throw mcpError(error, server, session.lastWords())
    }
  }
  return {
    use,
    async useFresh(server, work) {
      const known = sessions.peek(server.key)
      if (known) drop(server.key, known)
      return use(server, work)
    },
    async close() {
      sessions.clear()
      await Promise.all(closing)
    },
  }
}
