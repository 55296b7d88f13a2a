import { describe, expect, test } from 'vitest'
import { eachTestWithMockProvider, FAST, openAi, user } from '../testing/mock-provider-test.ts'

const mockProvider = eachTestWithMockProvider({ script: [{ reply: 'One two three four.' }] })

const ask = (content: string, signal?: AbortSignal) =>
  openAi(mockProvider.current).chat.completions.create(
    { model: FAST, messages: [user(content)] },
    { ...(signal && { signal }) },
  )
const isAsked = (count: number) =>
  expect.poll(() => mockProvider.current.requests.length).toBe(count)
const outcomes = () => mockProvider.current.requests.map(({ outcome }) => outcome)

describe('a held answer', () => {
  test('waits until its release, unlike other answers', async () => {
    const release = mockProvider.current.hold('tides')
    const held = ask('What makes tides?')
    await isAsked(1)

    await ask('What makes wind?')
    await expect.poll(outcomes).toEqual(['pending', 'answered'])
    release()

    expect((await held).choices[0]?.message.content).toBe('One two three four.')
    await ask('What makes tides?')
  })

  test('sends some tokens before a held answer waits', async () => {
    const release = mockProvider.current.hold('tides', { after: 2 })
    const chunks = await openAi(mockProvider.current).chat.completions.create({
      model: FAST,
      messages: [user('What makes tides?')],
      stream: true,
    })
    const texts: string[] = []
    const reading = (async () => {
      for await (const { choices } of chunks) texts.push(choices[0]?.delta.content ?? '')
    })()

    await expect.poll(() => texts.join('')).toBe('One two')
    release()
    await reading

    expect(texts.join('')).toBe('One two three four.')
  })

  test('causes no error when its client disconnects', async () => {
    const release = mockProvider.current.hold('tides')
    const client = new AbortController()
    const held = ask('What makes tides?', client.signal)
    await isAsked(1)

    client.abort()

    await expect(held).rejects.toThrow('aborted')
    await expect.poll(outcomes).toEqual(['left'])
    release()
  })
})
