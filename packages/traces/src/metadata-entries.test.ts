import type { JsonObject } from '@lathe/contract'
import { expect, test } from 'vitest'
import { metadataEntries, metadataValue } from './metadata-entries.ts'

const found = (metadata: JsonObject) => Object.fromEntries(metadataEntries(metadata))

test('plain values are searchable as text', () => {
  expect(
    found({ customer: 'acme', seats: 3, paying: false, none: null, empty: '', list: [1] }),
  ).toEqual({ customer: 'acme', seats: '3', paying: 'false' })
})

test('metadata that frameworks add is not searchable', () => {
  expect(
    found({
      ls_provider: 'openai',
      langgraph_step: 1,
      __pregel_task_id: 'x',
      LANGCHAIN_PROJECT: 'p',
      checkpoint_ns: 'n',
      revision_id: 'abc',
      session_id: 's',
    }),
  ).toEqual({ revision_id: 'abc', session_id: 's' })
})

test('values that look or are named like secrets are not searchable', () => {
  expect(
    found({
      openaiApiKey: 'x',
      'db.password': 'x',
      note: 'sk-proj-abcdefghijklmnop1234',
      url: 'https://me:pw@example.com/path',
      plan: 'sk-8',
    }),
  ).toEqual({ plan: 'sk-8' })
})

test('OpenTelemetry attributes, JSON metadata and resources are searchable', () => {
  expect(
    found({
      tenant: 'a',
      otel: {
        'user.id': 'u1',
        metadata: '{"customer":"acme"}',
        'gen_ai.request.model': 'm',
        resource: { 'deployment.environment.name': 'prod', 'telemetry.sdk.name': 'otel' },
      },
    }),
  ).toEqual({
    tenant: 'a',
    customer: 'acme',
    'user.id': 'u1',
    'deployment.environment.name': 'prod',
  })
})

test('the caller’s metadata of an own run is searchable', () => {
  const own = { title: 'Refund', seed: 1, attempt: 1, version: 2, graphHash: 'h' }
  expect(found({ ...own, customer: 'acme' })).toEqual({ customer: 'acme' })
})

test('limits the length of values and the number of keys', () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`key${at}`, 'v']))

  expect(metadataEntries(many).size).toBe(32)
  expect(found({ text: 'x'.repeat(300) })['text']).toHaveLength(200)
})

test.each(['constructor', '__proto__', 'toString'])('an inherited %s is not metadata', (key) => {
  expect(metadataValue({ customer: 'acme' }, key)).toBeUndefined()
})
