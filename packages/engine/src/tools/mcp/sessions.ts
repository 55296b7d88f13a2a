import { LRUCache } from 'lru-cache'
import { connect, type McpSession, type McpWorld } from './connect.ts'
import { isForgotten, mcpError } from './mcp-error.ts'
import type { McpServerSpec } from './mcp-server.ts'

const MOST_OPEN = 32
const IDLE_MS = 5 * 60_000

export type McpSessions = {
  /** Over a connection that others use too; one that the server has forgotten is made anew, once. */
  use<T>(server: McpServerSpec, work: (session: McpSession) => Promise<T>): Promise<T>
  /** Over a connection that nobody had before. */
  useFresh<T>(server: McpServerSpec, work: (session: McpSession) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Kept = { opening: Promise<McpSession>; users: number }

/** Connections to MCP servers, closed when nobody has used them for a while. */
export function createMcpSessions(world: McpWorld): McpSessions {
  /** Given up, and closed when the calls that are under way have been answered. */
  const leaving = new Set<Kept>()
  const closing = new Set<Promise<void>>()
  const close = ({ opening }: Kept) => {
    const closed = opening.then(
      (session) => session.close(),
      () => {},
    )
    closing.add(closed)
    void closed.finally(() => closing.delete(closed))
  }
  const sessions = new LRUCache<string, Kept>({
    max: MOST_OPEN,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (kept) => {
      if (kept.users > 0) leaving.add(kept)
      else close(kept)
    },
  })
  const drop = (key: string, kept: Kept) => {
    if (sessions.peek(key) === kept) sessions.delete(key)
  }
  const release = (kept: Kept) => {
    kept.users--
    if (kept.users === 0 && leaving.delete(kept)) close(kept)
  }

  const begin = (server: McpServerSpec): Kept => {
    const kept = { opening: connect(server, world), users: 0 }
    sessions.set(server.key, kept)
    return kept
  }
  const open = async (server: McpServerSpec) => {
    const known = sessions.get(server.key)
    if (known) {
      known.users++
      const session = await known.opening.catch(() => undefined)
      if (session?.isOpen()) return { session, kept: known, isNew: false }
      drop(server.key, known)
      release(known)
    }
    const kept = sessions.get(server.key) ?? begin(server)
    kept.users++
    try {
      return { session: await kept.opening, kept, isNew: true }
    } catch (error) {
      drop(server.key, kept)
      release(kept)
      throw error
    }
  }

  const use: McpSessions['use'] = async (server, work) => {
    const { session, kept, isNew } = await open(server)
    try {
      return await work(session)
    } catch (error) {
      const isLost = !session.isOpen() || isForgotten(error)
      if (isLost) drop(server.key, kept)
      if (!isNew && isForgotten(error)) return use(server, work)
      throw mcpError(error, server, session.lastWords())
    } finally {
      release(kept)
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
      for (const kept of leaving) close(kept)
      leaving.clear()
      await Promise.all(closing)
    },
  }
}
