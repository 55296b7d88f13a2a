import { expect, test } from 'vitest'
import { describeSqlite } from '../../../testing/databases.ts'
import { type Chat, generations, say, hookHarness } from '../../../testing/use-stream.ts'

describeSqlite('useStream', (db) => {
  const { render } = hookHarness(db)

  test.each(generations)('%s shows a conversation turn by turn', async (_, use) => {
    const { submit, contents, waitFor, unmount } = await render(use, 'chat')

    await submit(say('What makes tides?'))
    await waitFor(() => expect(contents()).toEqual(['What makes tides?', 'The moon does.']))
    await submit(say('Who says so?'))
    const expected = ['What makes tides?', 'The moon does.', 'Who says so?', 'The moon does.']
    await waitFor(() => expect(contents()).toEqual(expected))

    unmount()
  })

  test.each(generations)('%s streams tokens', async (_, use) => {
    const hook = await render(use, 'chat', { script: [{ reply: { tokens: 40 } }] })
    const { submit, contents, result, waitFor, unmount, mockProvider } = hook
    const answer = mockProvider.hold('', { after: 10 })

    await submit(say('What makes tides?'))
    await waitFor(() => expect(contents()[1]?.length).toBeGreaterThan(0))
    const partialText = contents()[1] ?? ''
    const wasLoading = result.current.isLoading
    answer()
    await waitFor(() => expect(result.current.isLoading).toBe(false))

    expect(wasLoading).toBe(true)
    expect(contents()[1]?.startsWith(partialText)).toBe(true)
    expect(contents()[1]?.length).toBeGreaterThan(partialText.length)
    unmount()
  })

  test.each(generations)('%s pauses at a question and resumes with the answer', async (_, use) => {
    const { submit, respond, result, waitFor, unmount } = await render(use, 'ask')

    await submit({ question: 'Shall we?' } as unknown as Partial<Chat>)
    await waitFor(() => expect(result.current.interrupt).toBeDefined())
    const question = result.current.interrupt?.value
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    await respond('yes')

    await waitFor(() => expect(result.current.values).toMatchObject({ answer: 'yes' }))
    expect(question).toMatchObject({ kind: 'ask', message: 'Shall we?' })
    unmount()
  })
})
