import type { UseStream } from '@langchain/langgraph-sdk/react'
import { useStream as useLegacyStream } from '@langchain/langgraph-sdk/react'
import { useStream } from '@langchain/react'
import { beforeAll } from 'vitest'
import type { Db } from '../platform/db/db.ts'
import { useLanggraphServer } from './langgraph-harness.ts'
import { openReactWindow } from './react-window.ts'

export type Chat = { messages: { content: string }[] }
type Stream = UseStream<Chat>
type Fetch = (...request: Parameters<typeof fetch>) => Promise<Response>
type HookOptions = {
  apiUrl: string
  callerOptions: { fetch: Fetch }
  apiKey: string
  assistantId: string
  threadId?: string
  onThreadId?: (id: string) => void
  /**
   * The older hook needs these for branches and after a reload. The newer hook does both by
   * default.
   */
  fetchStateHistory?: boolean
  reconnectOnMount?: boolean
}
type Hook = (options: HookOptions) => Stream

export const generations: [string, Hook][] = [
  ['@langchain/langgraph-sdk/react', useLegacyStream as unknown as Hook],
  // The two hooks agree in everything that is used here.
  ['@langchain/react', useStream as unknown as Hook],
]

export const say = (content: string) =>
  ({ messages: [{ type: 'human', content }] }) as unknown as Partial<Chat>

/** The newer hook returns content blocks. */
const textOf = (content: unknown): string =>
  Array.isArray(content)
    ? content.map((block: { text?: string }) => block.text).join('')
    : String(content)

type Newer = {
  respond?: (answer: unknown) => Promise<void>
}

/** Fails requests after leaving the page, like a browser. */
function pageFetch() {
  let isLeft = false
  const unheard = new Promise<Response>(() => {})
  const ask: Fetch = async (...request) => {
    if (isLeft) return unheard
    try {
      return await fetch(...request)
    } catch (error) {
      if (isLeft) return unheard
      throw error
    }
  }
  return { fetch: ask, leave: () => (isLeft = true) }
}

/** Starts a server and a window for the official hooks. Call `render` inside the test. */
export function hookHarness(db: () => Db) {
  const start = useLanggraphServer(db)
  let react: Awaited<ReturnType<typeof openReactWindow>>
  beforeAll(async () => {
    react = await openReactWindow()
  })

  const render = async (
    use: Hook,
    assistantId: string,
    options: Parameters<typeof start>[0] = {},
    hookOptions: Partial<HookOptions> = {},
  ) => {
    const server = await start(options)
    const { apiUrl } = server
    let threadId: string | undefined
    const mount = (more: Partial<HookOptions> = {}) => {
      const page = pageFetch()
      // Keep one object: the newer hook reconnects if it changes.
      const callerOptions = { fetch: page.fetch }
      const { result, unmount } = react.renderHook(() =>
        use({
          apiUrl,
          callerOptions,
          apiKey: 'none',
          assistantId,
          onThreadId: (id) => (threadId = id),
          ...hookOptions,
          ...more,
        }),
      )
      return {
        result,
        unmount: () => {
          page.leave()
          unmount()
        },
        submit: (...call: Parameters<Stream['submit']>) =>
          react.act(async () => void result.current.submit(...call)),
        /** Answers the interrupt with each hook's own method. */
        respond: (answer: unknown) =>
          react.act(async () => {
            const { respond } = result.current as unknown as Newer
            if (respond) void respond(answer)
            else void result.current.submit(undefined, { command: { resume: answer } })
          }),
        stop: () => react.act(async () => void result.current.stop()),
        contents: () => result.current.messages.map(({ content }) => textOf(content)),
        waitFor: (check: () => void) => react.waitFor(check, { timeout: 120_000 }),
      }
    }
    const threadOf = () => {
      if (threadId === undefined) throw new Error('the hook has not made a thread yet')
      return threadId
    }
    return { ...server, ...mount(), mount, threadOf }
  }
  return { render }
}
