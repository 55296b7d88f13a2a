import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { answer } from '../testing/answer.ts'
import { TOOLS } from '../testing/tools.ts'

const scraps = fc.constantFrom(
  'What is',
  'LangGraph',
  '2 + 2',
  '?',
  '\n',
  'Notes:',
  '- a point',
  'Draft:',
  'in French',
  'https://example.com',
  '"',
  '[[',
  ']]',
  'my name is Ada',
  'in three bullet points',
  'order #A-1',
  '$5.00',
  '<notes>',
  '</notes>',
  '😀',
  '漢字',
)
const texts = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.array(scraps, { maxLength: 30 }).map((parts) => parts.join(' ')),
)

test('any prompt gets an answer, and the same prompt the same answer', () => {
  fc.assert(
    fc.property(texts, texts, fc.boolean(), (system, question, hasTools) => {
      const body = {
        messages: [
          { role: 'system' as const, content: system },
          { role: 'user' as const, content: question },
        ],
        ...(hasTools ? { tools: TOOLS } : {}),
      }

      const said = answer(body)

      expect(said.content !== null || said.toolCalls.length > 0).toBe(true)
      expect(answer(body)).toEqual(said)
    }),
    { numRuns: 300 },
  )
})

test.each(['a', '\n', '- ', '1 + ', '(', 'Aa ', '[[reply: ', '| a ', 'x: y\n', 'please '])(
  'a very long prompt of %j takes no time',
  (unit) => {
    const question = unit.repeat(50_000 / unit.length)
    const before = process.threadCpuUsage()

    answer({ messages: [{ role: 'user', content: question }], tools: TOOLS })

    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000)
  },
)

test('pictures that a tool gave are looked at, and the question stays what it was', () => {
  const url = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d4948445200000002000000030000', 'hex').toString('base64')}`
  const call = { id: 'a', type: 'function' as const, function: { name: 'draw', arguments: '{}' } }

  const said = answer({
    messages: [
      { role: 'user', content: 'Draw a lamp' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'Drawn' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url } }] },
    ],
    tools: TOOLS,
  })

  expect(said.toolCalls).toEqual([])
  expect(said.content).toContain('2 × 3 pixels')
})
