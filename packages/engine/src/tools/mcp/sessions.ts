import { LRUCache } from 'lru-cache'
import { connect, type McpSession, type McpDependencies } from './connect.ts'
import { isSessionExpired, mcpError } from './mcp-error.ts'
import type { McpServerSpec } from './mcp-server.ts'

const MAX_OPEN = 32
const IDLE_MS = 5 * 60_000

export type McpSessions = {
  /** Runs work on a shared connection. Reconnects once if the server has forgotten the session. */
  use<T>(server: McpServerSpec, work: (session: McpSession) => Promise<T>): Promise<T>
  /** Runs work on a new connection. */
  useFresh<T>(server: McpServerSpec, work: (session: McpSession) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type SharedSession = { opening: Promise<McpSession>; users: number }

/** Creates the pool of MCP connections. Unused ones are closed after a while. */
export function createMcpSessions(dependencies: McpDependencies): McpSessions {
  /** Removed from the pool, and closed when their calls have ended. */
  const evicted = new Set<SharedSession>()
  const closing = new Set<Promise<void>>()
  const close = ({ opening }: SharedSession) => {
    const closed = opening.then(
      (session) => session.close(),
      () => {},
    )
    closing.add(closed)
    void closed.finally(() => closing.delete(closed))
  }
  const sessions = new LRUCache<string, SharedSession>({
    max: MAX_OPEN,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (session) => {
      if (session.users > 0) evicted.add(session)
      else close(session)
    },
  })
  const drop = (key: string, session: SharedSession) => {
    if (sessions.peek(key) === session) sessions.delete(key)
  }
  const release = (session: SharedSession) => {
    session.users--
    if (session.users === 0 && evicted.delete(session)) close(session)
  }

  const openShared = (server: McpServerSpec): SharedSession => {
    const session = { opening: connect(server, dependencies), users: 0 }
    sessions.set(server.key, session)
    return session
  }
  const open = async (server: McpServerSpec) => {
    const existing = sessions.get(server.key)
    if (existing) {
      existing.users++
      const session = await existing.opening.catch(() => undefined)
      if (session?.isOpen()) return { session, kept: existing, isNew: false }
      drop(server.key, existing)
      release(existing)
    }
    const session = sessions.get(server.key) ?? openShared(server)
    session.users++
    try {
      return { session: await session.opening, kept: session, isNew: true }
    } catch (error) {
      drop(server.key, session)
      release(session)
      throw error
    }
  }

  const use: McpSessions['use'] = async (server, work) => {
    const { session, kept: sharedSession, isNew } = await open(server)
    try {
      return await work(session)
    } catch (error) {
      const isLost = !session.isOpen() || isSessionExpired(error)
      if (isLost) drop(server.key, sharedSession)
      if (!isNew && isSessionExpired(error)) return use(server, work)
      throw mcpError(error, server, session.lastWords())
    } finally {
      release(sharedSession)
    }
  }
  return {
    use,
    async useFresh(server, work) {
      const existing = sessions.peek(server.key)
      if (existing) drop(server.key, existing)
      return use(server, work)
    },
    async close() {
      sessions.clear()
      for (const session of evicted) close(session)
      evicted.clear()
      await Promise.all(closing)
    },
  }
}
