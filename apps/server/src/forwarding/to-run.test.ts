import { type JsonObject, Redaction, type SpanDetail } from '@lathe/contract'
import { expect, test } from 'vitest'
import { makeSpan } from '../db/spans/span.fixture.ts'
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
  final_result: 'private',
  prompt: 'private',
  events: '[{"content":"private"}]',
  request_data: '{"messages":[{"content":"private"}]}',
  tool_arguments: '{"of":"private"}',
  'llm.prompt_template.variables': '{"of":"private"}',
  'gcp.vertex.agent.llm_response': '{"text":"private"}',
  'http.route': '/orders',
}
const events = [{ at: 5, name: 'gen_ai.user.message', attributes: { content: 'private' } }]

test.each([{ hidesInputs: true }, { hidesOutputs: true }])(
  'with %o neither events nor attributes repeat what is hidden',
  (hidden) => {
    const run = sent({ metadata: { otel, customer: 'acme' }, events }, hidden)
    expect(run).not.toContain('private')
    expect(run).toContain('/orders')
    expect(run).toContain('acme')
  },
)

test('without, all of it is sent', () => {
  const run = sent({ metadata: { otel }, events }, {})
  expect(run.match(/private/g)).toHaveLength(9)
})
