import type { UseStream } from '@langchain/langgraph-sdk/react'
import { useStream as useLegacyStream } from '@langchain/langgraph-sdk/react'
import { useStream } from '@langchain/react'
import { beforeAll, expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLanggraphServer } from '../../../testing/langgraph-harness.ts'
import { openReactWindow } from '../../../testing/react-window.ts'

const LONG = { timeout: 5_000 }

type Chat = { messages: { content: string }[] }
type Hook = (options: { apiUrl: string; apiKey: string; assistantId: string }) => UseStream<Chat>

const generations: [string, Hook][] = [
  ['@langchain/langgraph-sdk/react', useLegacyStream as unknown as Hook],
  // The two agree on what is used here.
  ['@langchain/react', useStream as unknown as Hook],
]
const say = (content: string) =>
  ({ messages: [{ type: 'human', content }] }) as unknown as Partial<Chat>

/** The newer generation gives blocks. */
const textOf = (content: unknown): string =>
  Array.isArray(content)
    ? content.map((block: { text?: string }) => block.text).join('')
    : String(content)

describeDatabases('useStream', (db) => {
  const start = useLanggraphServer(db)
  let react: Awaited<ReturnType<typeof openReactWindow>>
  beforeAll(async () => {
    react = await openReactWindow()
  })

  const render = async (
    use: Hook,
    assistantId: string,
    options: Parameters<typeof start>[0] = {},
  ) => {
    const server = await start(options)
    const { apiUrl } = server
    const { result, unmount } = react.renderHook(() => use({ apiUrl, apiKey: 'none', assistantId }))
    const submit = (...call: Parameters<UseStream<Chat>['submit']>) =>
      react.act(async () => void result.current.submit(...call))
    const contents = () => result.current.messages.map(({ content }) => textOf(content))
    return { ...server, result, submit, contents, unmount }
  }

  test.each(generations)('of %s shows a conversation, turn after turn', async (_, use) => {
    const { submit, contents, unmount } = await render(use, 'chat')

    await submit(say('What makes tides?'))
    await react.waitFor(
      () => expect(contents()).toEqual(['What makes tides?', 'The moon does.']),
      LONG,
    )
    await submit(say('Who says so?'))
    const whole = ['What makes tides?', 'The moon does.', 'Who says so?', 'The moon does.']
    await react.waitFor(() => expect(contents()).toEqual(whole), LONG)

    unmount()
  })

  test.each(generations)('of %s shows tokens while they come', async (_, use) => {
    const slow = { script: [{ reply: { tokens: 40, tokensPerSecond: 40 } }] }
    const { submit, contents, result, unmount } = await render(use, 'chat', slow)

    await submit(say('What makes tides?'))
    await react.waitFor(() => expect(contents()[1]?.length).toBeGreaterThan(0))
    const partly = contents()[1] ?? ''
    const wasLoading = result.current.isLoading
    await react.waitFor(() => expect(result.current.isLoading).toBe(false), LONG)

    expect(wasLoading).toBe(true)
    expect(contents()[1]?.startsWith(partly)).toBe(true)
    expect(contents()[1]?.length).toBeGreaterThan(partly.length)
    unmount()
  })

  test.each(generations)(
    'of %s stops at a question and goes on with its answer',
    async (_, use) => {
      const { submit, result, unmount } = await render(use, 'ask')

      await submit({ question: 'Shall we?' } as unknown as Partial<Chat>)
      await react.waitFor(() => expect(result.current.interrupt).toBeDefined())
      const asked = result.current.interrupt?.value
      await react.waitFor(() => expect(result.current.isLoading).toBe(false))
      await react.act(async () => {
        const { current } = result as unknown as {
          current: { respond?: (answer: unknown) => void }
        }
        if (current.respond) current.respond('yes')
        else void result.current.submit(undefined, { command: { resume: 'yes' } })
      })

      await react.waitFor(() => expect(result.current.values).toMatchObject({ answer: 'yes' }))
      expect(asked).toMatchObject({ kind: 'ask', message: 'Shall we?' })
      unmount()
    },
  )
})
