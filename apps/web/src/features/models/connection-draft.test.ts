import { HEADER_MASK } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { toRequest, findProblems, draftFrom } from './connection-draft.ts'
import { presets } from './presets.ts'

const draft = draftFrom(undefined)

describe('connectionDraft', () => {
  test('keeps the stored key unless a new key is typed or the key is removed', () => {
    expect(toRequest(draft)).not.toHaveProperty('key')
    expect(toRequest({ ...draft, key: 'secret' })).toHaveProperty('key', 'secret')
    expect(toRequest({ ...draft, key: null })).toHaveProperty('key', null)
  })

  test('omits header rows without a name', () => {
    const headers = [
      { id: 1, name: ' x-team ', value: 'a' },
      { id: 2, name: '', value: 'b' },
    ]

    expect(toRequest({ ...draft, headers }).defaultHeaders).toEqual({ 'x-team': 'a' })
  })

  test.each(presets)('accepts the preset $label unchanged', (preset) => {
    expect(findProblems(draftFrom(preset))).toEqual({})
  })

  describe('connectionDraft with an address on another host', () => {
    const savedConnection = { baseUrl: 'https://api.openai.com/v1', hasKey: true }
    const movedDraft = { ...draft, name: 'mine', baseUrl: 'https://other.example/v1' }

    test('requires the key to be entered again or removed', () => {
      expect(findProblems(movedDraft, savedConnection).key).toContain('https://api.openai.com')
      expect(findProblems({ ...movedDraft, key: 'another' }, savedConnection)).toEqual({})
      expect(findProblems({ ...movedDraft, key: null }, savedConnection)).toEqual({})
      expect(findProblems(movedDraft, { ...savedConnection, hasKey: false })).toEqual({})
    })

    test('requires hidden header values to be entered again', () => {
      const headers = (value: string) => [{ id: 1, name: 'api-key', value }]
      const change = { ...movedDraft, key: 'another' }

      expect(findProblems({ ...change, headers: headers(HEADER_MASK) }, savedConnection)).toEqual({
        headers: expect.stringContaining('https://api.openai.com'),
      })
      expect(findProblems({ ...change, headers: headers('typed') }, savedConnection)).toEqual({})
    })

    test('another path of the same host keeps the secrets', () => {
      const sameOriginDraft = { ...movedDraft, baseUrl: 'https://api.openai.com/v2' }

      expect(findProblems(sameOriginDraft, savedConnection)).toEqual({})
    })
  })

  test.each(['', 'api.openai.com/v1', 'ftp://example.com', 'javascript:alert(1)'])(
    'rejects "%s" as a base URL',
    (baseUrl) => {
      expect(findProblems({ ...draft, name: 'mine', baseUrl })).toHaveProperty('baseUrl')
    },
  )
})
