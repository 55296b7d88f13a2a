import { GraphDocument, StartRun } from '@lathe/contract'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { describeIssues } from './issues.ts'

const issuesOf = (schema: z.ZodType, value: unknown) =>
  describeIssues(schema.safeParse(value).error?.issues ?? [])

test('issuesOf reports the field, the expected and the received type', () => {
  expect(issuesOf(StartRun, { agent: 7, input: {} })).toEqual([
    { path: 'agent', message: 'Invalid input: expected string, received number' },
  ])
})

test('issuesOf reports each unknown field', () => {
  expect(issuesOf(StartRun, { agent: 'a', input: {}, inputs: {}, modle: '' })).toEqual([
    { path: 'inputs', message: 'is not a known field' },
    { path: 'modle', message: 'is not a known field' },
  ])
})

test('issuesOf reports the issues of the closest union member', () => {
  const node = {
    kind: 'model',
    model: { connection: 'demo', name: 'demo-1' },
    prompt: { messages: [{ role: 'system', txt: 'Hello' }] },
  }
  const document = { format: 1, state: {}, input: [], output: [], nodes: { say: node }, edges: [] }

  const paths = issuesOf(GraphDocument, document).map(({ path }) => path)

  expect(paths).toContain('nodes.say.prompt.messages.0.text')
})
