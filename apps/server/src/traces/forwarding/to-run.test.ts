import { type JsonObject, Redaction, type RunError, type SpanDetail } from '@lathe/contract'
import { expect, test } from 'vitest'
import { makeSpan } from '../store/span.fixture.ts'
import { toRun } from './to-run.ts'

const sent = (span: Partial<SpanDetail>, hidden: Partial<Redaction>) =>
  JSON.stringify(
    toRun(
      { ...makeSpan(span), project: 'default', threadId: null },
      { id: 'a', parentId: null, dottedOrder: '' },
      { redaction: Redaction.parse(hidden), redact: (value) => value, attachments: [] },
    ),
  )

const otel: JsonObject = {
  'ai.toolCall.args': 'private',
  prompt: 'private',
  'acme.of.its.own': 'private',
  'gen_ai.request.model': `private ${'word '.repeat(50)}`,
  'gen_ai.response.finish_reasons': [{ why: 'private' }],
  'http.route': '/orders',
  scope: 'langchain',
}
const events = [{ at: 5, name: 'gen_ai.user.message', attributes: { content: 'private' } }]
const error: RunError = {
  code: 'INTERNAL',
  message: 'Could not read "private"',
  stack: 'Error: private',
  type: 'OutputParserException',
  retryable: false,
}
const metadata = { otel, customer: 'acme', title: 'private', ls_provider: 'openai' }

test.each([{ hidesInputs: true }, { hidesOutputs: true }])(
  'no other field repeats hidden content with the rules %o',
  (hidden) => {
    const run = sent({ metadata, events, error }, hidden)
    expect(run).not.toContain('private')
    expect(run).not.toContain('acme')
    expect(run).toContain('OutputParserException')
    for (const kept of ['/orders', 'langchain', 'openai']) expect(run).toContain(kept)
  },
)

test('sends names that the user allowed', () => {
  const run = sent({ metadata }, { hidesInputs: true, passes: ['customer', 'acme.of.its.own'] })
  expect(run).toContain('acme')
  expect(run.match(/private/g)).toHaveLength(1)
})

test('sends everything by default', () => {
  const run = sent({ metadata, events, error }, {})
  expect(run.match(/private/g)).toHaveLength(9)
})
