import { describe, expect, test } from 'vitest'
import { environment } from '../testing/environment.ts'
import { checkDocument } from '../check/check.ts'
import { promptDocument, structuredPromptDocument } from './variant-document.ts'

const model = { connection: 'demo', name: 'demo-1' }

describe('a document of a bare prompt', () => {
  test('declares the variables of a bare prompt as input', () => {
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

  test('supports a variable with the name of its output', () => {
    const document = promptDocument({ model, messages: [{ role: 'user', text: '{{answer}}' }] })

    expect(document.input).toEqual(['answer'])
    expect(document.output).toEqual(['answer'])
  })

  test('supports an answer with an object schema', () => {
    const document = structuredPromptDocument(
      { model, messages: [{ role: 'user', text: '{{answer}}' }] },
      { name: 'verdict', schema: { type: 'object' } },
    )

    expect(document).toMatchObject({ input: ['answer'], output: ['verdict'] })
    const problems = checkDocument(document, environment)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
