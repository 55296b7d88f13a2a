import { expect, test } from 'vitest'
import { graph } from '../../testing/documents.ts'
import { environment } from '../../testing/environment.ts'
import { checkDocument } from '../check.ts'

const codesWith = (prompt: { messages: [] } | { name: string }) => {
  const model = { connection: 'demo', name: 'demo-1' }
  const document = graph({
    state: { notes: { type: 'string' }, answer: { type: 'string' } },
    output: ['answer'],
    nodes: {
      find: { kind: 'set', values: { notes: { template: 'x' } } },
      reply: { kind: 'model', model, prompt, output: { text: 'answer' } },
    },
    edges: ['start > find', 'find > reply', 'reply > end'],
  })
  return checkDocument(document, environment).map(({ code }) => code)
}

test('a channel that a registry prompt may read raises no NEVER_READ', () => {
  expect(codesWith({ messages: [] })).toContain('NEVER_READ')
  expect(codesWith({ name: 'answer' })).not.toContain('NEVER_READ')
})
