import { GraphDocument } from '@lathe/contract'
import { templates } from '@lathe/graph/templates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { type LanggraphServer, startLanggraphServer } from '../../../testing/langgraph-harness.ts'

type Wire = { type: string; content: string }
type Values = { messages: Wire[]; __interrupt__?: unknown[] }

/** The message format of agent-chat-ui. */
const userInput = (text: string) => ({
  messages: [{ type: 'human', content: [{ type: 'text', text }] }],
})

const withConnection = (document: GraphDocument, name: string) =>
  GraphDocument.parse(
    JSON.parse(JSON.stringify(document), (key, value: unknown) =>
      key === 'connection' ? name : value,
    ),
  )

describeDatabases('templates in a chat client', (db) => {
  let server: LanggraphServer
  beforeEach(async () => {
    const settings = { latencyMs: 0, tokensPerSecond: 0 }
    server = await startLanggraphServer(db(), { script: [], settings })
  })
  afterEach(() => server.close())

  async function talkTo(slug: string) {
    const template = templates.find((candidate) => candidate.slug === slug)
    if (!template) throw new Error(`There is no template ${slug}`)
    await server.publish(slug, withConnection(template.document, 'lane'))
    const { thread_id: threadId } = await server.sdk.threads.create()
    return {
      send: async (text: string) =>
        (await server.sdk.runs.wait(threadId, slug, {
          input: userInput(text),
        })) as unknown as Values,
      decide: async (decision: object) => {
        const command = { resume: { decisions: [decision] } }
        return (await server.sdk.runs.wait(threadId, slug, { command })) as unknown as Values
      },
    }
  }

  test.each([
    ['assistant', 'What is 12 % of 840?', 'How much is 6 * 7?'],
    ['research', 'How LangGraph keeps the state of an agent', 'What is an interrupt?'],
    ['supervisor', 'What is a thread in LangGraph?', 'How much is 24 * 60 / 15?'],
  ])('the template %s replies to each message', async (slug, first, second) => {
    const { send } = await talkTo(slug)

    const { messages } = await send(first)
    const { messages: secondMessages } = await send(second)

    expect(messages.at(-1)).toMatchObject({ type: 'ai', content: expect.stringMatching(/\w/) })
    expect(secondMessages.slice(0, messages.length)).toEqual(messages)
    expect(secondMessages.at(-1)).toMatchObject({
      type: 'ai',
      content: expect.stringMatching(/\w/),
    })
  })

  test('the triage template replies after a human approved the draft in the chat', async () => {
    const { send, decide } = await talkTo('triage')

    const paused = await send('My order 48213 arrived broken. I want my money back. Anna Berg')
    const result = await decide({
      type: 'edit',
      edited_action: { name: 'approve', args: { decision: 'revise', feedback: 'Shorter' } },
    })
    const { messages } = await decide({ type: 'approve' })

    const request = {
      action_requests: [{ name: 'approve', args: { decision: 'send', feedback: '' } }],
      review_configs: [
        { action_name: 'approve', allowed_decisions: ['approve', 'edit', 'reject'] },
      ],
    }
    expect(paused.__interrupt__).toMatchObject([{ value: request }])
    expect(result.__interrupt__).toMatchObject([{ value: request }])
    expect(messages).toMatchObject([
      { type: 'human' },
      { type: 'ai', content: expect.stringContaining('The support team') },
    ])
  })
})
