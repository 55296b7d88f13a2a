import { expect, test } from 'vitest'
import { convertFormerError, convertFormerExchange, renameFields } from './former-names.ts'

test('renameFields renames known fields and keeps a field that has its current name', () => {
  expect(renameFields({ checks: [1], name: 'a' }, { checks: 'evaluators' })).toEqual({
    evaluators: [1],
    name: 'a',
  })
  expect(renameFields({ checks: [1], evaluators: [2] }, { checks: 'evaluators' })).toEqual({
    evaluators: [2],
  })
  expect(renameFields('text', { checks: 'evaluators' })).toBe('text')
})

test('convertFormerError renames the code and the details of a recording miss', () => {
  const asked = { name: 'search' }
  const differences = [{ path: 'q', recorded: 1, asked: 2 }]

  expect(convertFormerError({ code: 'TAPE_MISS', details: { asked, differences } })).toEqual({
    code: 'RECORDING_MISS',
    details: { requested: asked, differences: [{ path: 'q', recorded: 1, requested: 2 }] },
  })
  expect(convertFormerError({ code: 'TIMEOUT' })).toEqual({ code: 'TIMEOUT' })
})

test('convertFormerExchange renames the content and the source of a served call', () => {
  const touch = { type: 'call', request: 1, result: 2 }

  expect(convertFormerExchange({ id: 'a', touch, servedBy: 'tape', error: null })).toEqual({
    id: 'a',
    content: touch,
    servedBy: 'recording',
    error: null,
  })
  expect(convertFormerExchange({ id: 'a', content: touch })).toEqual({ id: 'a', content: touch })
})
