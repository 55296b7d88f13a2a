import { expect, test } from 'vitest'
import { graphLocation } from './langgraph-metadata.ts'
import { toSpanPart } from './otlp/otlp-part.ts'

const noted = { ls_integration: 'langgraph', langgraph_node: 'think', langgraph_step: 2 }

test('a node has the path of its graphs, and its superstep', () => {
  const checkpoint = { langgraph_checkpoint_ns: 'team:1|think:2' }

  expect(graphLocation({ ...noted, ...checkpoint })).toEqual({
    node: 'team/think',
    superstep: 2,
    isGraph: false,
  })
  expect(graphLocation({ ls_integration: 'langgraph' })).toMatchObject({ isGraph: true })
})

const partOf = (attributes: Parameters<typeof toSpanPart>[0]['attributes']) =>
  toSpanPart({
    traceId: '0'.repeat(32),
    spanId: '0'.repeat(16),
    parentSpanId: '',
    name: 'step',
    startedAt: 1,
    endedAt: 2,
    attributes,
    events: [],
    links: [],
    resource: {},
    scope: '',
    status: { code: 0, message: '' },
  })

test('LangGraph metadata is read from OpenTelemetry spans as well', () => {
  const asText = (metadata: object) =>
    partOf({ 'openinference.span.kind': 'CHAIN', metadata: JSON.stringify(metadata) })

  expect(asText(noted)).toMatchObject({ kind: 'chain', node: 'think', superstep: 2 })
  expect(asText({ ls_integration: 'langgraph' })).toMatchObject({ kind: 'agent' })
  expect(
    partOf({
      'langsmith.metadata.langgraph_node': 'think',
      'langsmith.metadata.langgraph_step': 1,
    }),
  ).toMatchObject({ node: 'think', superstep: 1 })
})
