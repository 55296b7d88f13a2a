import { describe, expect, test } from 'vitest'
import { answerChat, answerText } from '../testing/answer.ts'
import { functionTool, TOOLS } from '../testing/tools.ts'

describe('a request without a script', () => {
  test('gets one sentence about the demo model and the request', () => {
    const { content } = answerChat({
      messages: [
        { role: 'system', content: 'You write poems.' },
        { role: 'user', content: 'Write a poem about tea' },
      ],
      tools: [functionTool('search', 'Search the web', { query: { type: 'string' } })],
    })

    expect(content).toBe(
      "This is Lathe's demo model, which has no script for “Write a poem about tea” (received: 2 messages, 1 tool); to get a real answer, add a connection under Models and select one of its models.",
    )
  })

  test('quotes a request up to 60 characters, on one line', () => {
    expect(answerText(`Translate\nthis: ${'bonjour '.repeat(40)}`)).toContain(
      `“Translate this: ${'bonjour '.repeat(5)}bonj…”`,
    )
  })

  test('gets a JSON object in JSON mode', () => {
    const { content } = answerChat({
      messages: [{ role: 'user', content: 'Answer in JSON' }],
      response_format: { type: 'json_object' },
    })

    expect(JSON.parse(content ?? '')).toEqual({ answer: expect.stringContaining('demo model') })
  })

  test('fills the parameters of a forced tool', () => {
    const { toolCalls } = answerChat({
      messages: [{ role: 'user', content: 'Mail Ada' }],
      tools: [functionTool('contact', 'A contact', { email: { type: 'string', format: 'email' } })],
      tool_choice: { type: 'function', function: { name: 'contact' } },
    })

    expect(toolCalls.map(({ name, arguments: args }) => [name, JSON.parse(args)])).toEqual([
      ['contact', { email: expect.stringContaining('@') }],
    ])
  })
})

describe('a prompt with passages', () => {
  const system =
    'Answer from the context.\n\nContext:\n- Goods may be returned within thirty days. The shop pays for the return. (Source: Returns.)\n- Parcels arrive within five days. (Source: Shipping.)'

  test('gets the sentences that concern the question, and their source', () => {
    expect(answerText('Who pays for the return of goods?', system)).toBe(
      'Goods may be returned within thirty days. The shop pays for the return. (Source: Returns.)',
    )
  })

  test('gets the numbers of its passages', () => {
    const numbered = 'Passages:\n[1] Parcels arrive within five days.\n[2] Lamps last ten years.'

    expect(answerText('How long do lamps last?', numbered)).toBe('Lamps last ten years. [2]')
  })

  test('states that the passages do not answer an unrelated question', () => {
    expect(answerText('Who won?', system)).toBe('The passages do not answer this question.')
  })
})

test('ignores the tools if the tool choice is none', () => {
  const { toolCalls } = answerChat({
    messages: [{ role: 'user', content: 'What is 2 + 2?' }],
    tools: TOOLS,
    tool_choice: 'none',
  })

  expect(toolCalls).toEqual([])
})
