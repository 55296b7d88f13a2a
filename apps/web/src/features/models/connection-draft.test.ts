import { HEADER_MASK } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { bodyOf, complaintsOf, draftFrom } from './connection-draft.ts'
import { presets } from './presets.ts'

const draft = draftFrom(undefined)

describe('connectionDraft', () => {
  test('keeps the stored key unless a new key is typed or the key is removed', () => {
    expect(bodyOf(draft)).not.toHaveProperty('key')
    expect(bodyOf({ ...draft, key: 'secret' })).toHaveProperty('key', 'secret')
    expect(bodyOf({ ...draft, key: null })).toHaveProperty('key', null)
  })

  test('omits header rows without a name', () => {
    const headers = [
      { id: 1, name: ' x-team ', value: 'a' },
      { id: 2, name: '', value: 'b' },
    ]

    expect(bodyOf({ ...draft, headers }).defaultHeaders).toEqual({ 'x-team': 'a' })
  })

  test.each(presets)('accepts the preset $label unchanged', (preset) => {
    expect(complaintsOf(draftFrom(preset))).toEqual({})
  })

  describe('connectionDraft with an address on another host', () => {
    const stored = { baseUrl: 'https://api.openai.com/v1', hasKey: true }
    const moved = { ...draft, name: 'mine', baseUrl: 'https://other.example/v1' }

    test('requires the key to be entered again or removed', () => {
      expect(complaintsOf(moved, stored).key).toContain('https://api.openai.com')
      expect(complaintsOf({ ...moved, key: 'another' }, stored)).toEqual({})
      expect(complaintsOf({ ...moved, key: null }, stored)).toEqual({})
      expect(complaintsOf(moved, { ...stored, hasKey: false })).toEqual({})
    })

    test('requires hidden header values to be entered again', () => {
      const headers = (value: string) => [{ id: 1, name: 'api-key', value }]
      const change = { ...moved, key: 'another' }

      expect(complaintsOf({ ...change, headers: headers(HEADER_MASK) }, stored)).toEqual({
        headers: expect.stringContaining('https://api.openai.com'),
      })
      expect(complaintsOf({ ...change, headers: headers('typed') }, stored)).toEqual({})
    })

    test('another path of the same host keeps the secrets', () => {
      const same = { ...moved, baseUrl: 'https://api.openai.com/v2' }

      expect(complaintsOf(same, stored)).toEqual({})
    })
  })

  test.each(['', 'api.openai.com/v1', 'ftp://example.com', 'javascript:alert(1)'])(
    'rejects "%s" as a base URL',
    (baseUrl) => {
      expect(complaintsOf({ ...draft, name: 'mine', baseUrl })).toHaveProperty('baseUrl')
    },
  )
})
