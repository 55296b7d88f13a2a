import { describe, expect, test } from 'vitest'
import { bodyOf, complaintsOf, draftFrom } from './connection-draft.ts'
import { presets } from './presets.ts'

const draft = draftFrom(undefined)

describe('the connection form', () => {
  test('keeps the stored key unless one was typed or it was removed', () => {
    expect(bodyOf(draft)).not.toHaveProperty('key')
    expect(bodyOf({ ...draft, key: 'secret' })).toHaveProperty('key', 'secret')
    expect(bodyOf({ ...draft, key: null })).toHaveProperty('key', null)
  })

  test('leaves out header rows without a name', () => {
    const headers = [
      { id: 1, name: ' x-team ', value: 'a' },
      { id: 2, name: '', value: 'b' },
    ]

    expect(bodyOf({ ...draft, headers }).defaultHeaders).toEqual({ 'x-team': 'a' })
  })

  test.each(presets)('accepts the preset $label as it is', (preset) => {
    expect(complaintsOf(draftFrom(preset))).toEqual({})
  })

  test.each(['', 'api.openai.com/v1', 'ftp://example.com', 'javascript:alert(1)'])(
    'refuses "%s" as a base URL',
    (baseUrl) => {
      expect(complaintsOf({ ...draft, name: 'mine', baseUrl })).toHaveProperty('baseUrl')
    },
  )
})
