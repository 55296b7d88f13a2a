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
