import { describe, expect, test } from 'vitest'
import { environment } from '../testing/environment.ts'
import { checkDocument } from '../check/check.ts'
import { graph } from '../testing/documents.ts'
import {
  overrideProblems,
  promptDocument,
  structuredPromptDocument,
  withOverrides,
} from './variant-document.ts'

const model = { connection: 'practice', name: 'practice-1' }

describe('a bare prompt', () => {
  test('is a graph whose input are its variables', () => {
    const document = promptDocument({
      model,
      messages: [
        { role: 'system', text: 'Answer in {{language}}.' },
        { role: 'placeholder', channel: 'history' },
        { role: 'user', text: '{{question}} {{#strict}}Be brief.{{/strict}}' },
      ],
    })

    expect(document.input.toSorted()).toEqual(['history', 'language', 'question', 'strict'])
    expect(document.output).toEqual(['answer'])
    expect(document.state['history']).toEqual({ type: 'messages' })
    const problems = checkDocument(document, environment)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('may have a variable called as its output is', () => {
    const document = promptDocument({ model, messages: [{ role: 'user', text: '{{answer}}' }] })

    expect(document.input).toEqual(['answer'])
    expect(document.output).toEqual(['answer'])
  })

  test('may answer with an object of a schema', () => {
    const document = structuredPromptDocument(
      { model, messages: [{ role: 'user', text: '{{answer}}' }] },
      { name: 'verdict', schema: { type: 'object' } },
    )

    expect(document).toMatchObject({ input: ['answer'], output: ['verdict'] })
    const problems = checkDocument(document, environment)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

describe('overrides', () => {
  const document = graph({
    nodes: {
      write: { kind: 'model', model, prompt: { messages: [] } },
      note: { kind: 'set', values: {} },
    },
    edges: ['start > write', 'write > note', 'note > end'],
  })

  test('change prompt and model of their nodes and nothing else', () => {
    const messages = [{ role: 'user' as const, text: 'Other' }]
    const changed = withOverrides(document, { write: { messages, model: { ...model, name: 'x' } } })

    expect(changed.nodes['write']).toMatchObject({ prompt: { messages }, model: { name: 'x' } })
    expect(changed.nodes['note']).toBe(document.nodes['note'])
    expect(document.nodes['write']).toMatchObject({ prompt: { messages: [] } })
  })

  test('that fit no node are named', () => {
    const problems = overrideProblems(document, {
      gone: {},
      note: { messages: [] },
      write: { messages: [], tools: [] },
    })

    expect(problems.map(({ path }) => path)).toEqual(['gone', 'note.messages', 'write.tools'])
  })
})
