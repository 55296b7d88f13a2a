import type { Checkpoint } from '@langchain/langgraph-sdk'
import { expect, test } from 'vitest'
import { describeSqlite } from '../../../testing/databases.ts'
import { calculating } from '../../../testing/langgraph-harness.ts'
import { generations, say, hookHarness } from '../../../testing/use-stream.ts'

const history = { fetchStateHistory: true, reconnectOnMount: true }
const stalledReply = { script: [{ reply: { tokens: 60, fault: 'stall:after=40' } }] }

/** Names a checkpoint for either client generation. */
const from = (checkpoint: Checkpoint | null) => ({
  checkpoint,
  forkFrom: checkpoint?.checkpoint_id,
})

describeSqlite('useStream', (db) => {
  const { render } = hookHarness(db)

  test.each(generations)('%s shows, edits and rejects tool calls', async (_, use) => {
    const hook = await render(use, 'approve', calculating, history)
    const { submit, respond, result, contents, waitFor, unmount } = hook
    const isInterrupted = () => {
      expect(result.current.interrupt).toBeDefined()
      expect(result.current.isLoading).toBe(false)
    }

    await submit(say('What is 2 + 3?'))
    await waitFor(isInterrupted)
    await waitFor(() => expect(contents()).toEqual(['What is 2 + 3?', '']))
    const request = result.current.interrupt?.value
    const editedAction = { name: 'calculator', args: { expression: '40 + 2' } }
    await respond({ decisions: [{ type: 'edit', editedAction }] })
    await waitFor(() => expect(contents()).toHaveLength(4))
    await waitFor(() => expect(contents().at(-1)).toBe('It is 5.'))
    const changed = contents()
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    await submit(say('And 2 + 3?'))
    await waitFor(isInterrupted)
    await waitFor(() => expect(contents()).toHaveLength(6))
    await respond({ decisions: [{ type: 'reject', message: 'Enough sums.' }] })
    await waitFor(() => expect(contents()).toHaveLength(8))

    expect(request).toMatchObject({
      actionRequests: [{ name: 'calculator', args: { expression: '2 + 3' } }],
    })
    expect(changed[2]).toContain('42')
    expect(contents()[6]).toContain('Enough sums.')
    unmount()
  })

  test.each(generations)('%s branches from an earlier turn', async (_, use) => {
    const hook = await render(use, 'chat', {}, history)
    const { submit, result, contents, waitFor, unmount, sdk, threadOf } = hook
    await submit(say('What makes tides?'))
    await waitFor(() => expect(contents()).toHaveLength(2))
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    const states = await sdk.threads.getHistory(threadOf())
    const checkpoint = states[0]?.checkpoint ?? null
    await submit(say('Who says so?'))
    await waitFor(() => expect(contents()).toHaveLength(4))
    await waitFor(() => expect(result.current.isLoading).toBe(false))

    await submit(say('Says who?'), from(checkpoint))
    await waitFor(() => expect(contents()[2]).toBe('Says who?'))
    await waitFor(() => expect(result.current.isLoading).toBe(false))

    expect(contents()).toEqual([
      'What makes tides?',
      'The moon does.',
      'Says who?',
      'The moon does.',
    ])
    const forks = (await sdk.threads.getHistory(threadOf())).filter(
      ({ parent_checkpoint: parent }) => parent?.checkpoint_id === checkpoint?.checkpoint_id,
    )
    expect(forks).toHaveLength(2)
    unmount()
  })

  test.each(generations)('%s stops a run', async (_, use) => {
    const hook = await render(use, 'chat', stalledReply)
    const { submit, stop, result, contents, waitFor, unmount, sdk, threadOf } = hook

    await submit(say('What makes tides?'))
    await waitFor(() => expect(contents()[1]?.length).toBeGreaterThan(0))
    await stop()

    await waitFor(() => expect(result.current.isLoading).toBe(false))
    await expect.poll(() => sdk.runs.list(threadOf())).toMatchObject([{ status: 'interrupted' }])
    unmount()
  })

  test.each(generations)('%s reports an error', async (_, use) => {
    const hook = await render(use, 'chat', { settings: { fault: '401' } })
    const { submit, result, waitFor, unmount } = hook

    await submit(say('What makes tides?'))
    await waitFor(() => expect(result.current.error).toBeDefined())

    expect(String(result.current.error)).toContain('AUTHENTICATION')
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    unmount()
  })

  test.each(generations)('%s rejoins its run after a reload', async (_, use) => {
    const first = await render(use, 'chat', stalledReply, history)
    const answer = first.mockProvider.hold('', { after: 10 })
    await first.submit(say('What makes tides?'))
    await first.waitFor(() => expect(first.contents()[1]?.length).toBeGreaterThan(0))
    const before = first.contents()[1]?.length ?? 0
    first.unmount()

    const second = first.mount({ threadId: first.threadOf() })
    answer()
    await second.waitFor(() => expect(second.contents()[1]?.length).toBeGreaterThan(before))

    expect(second.contents()).toHaveLength(2)
    expect(second.result.current.isLoading).toBe(true)
    expect(first.mockProvider.requests).toHaveLength(1)
    await second.stop()
    second.unmount()
  })
})
